// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/simplify.hpp>

namespace thrustline::bench {

inline const char* name(metric by) {
  return by == metric::vertical ? "vertical" : by == metric::line ? "line" : "segment";
}

inline const char* name(engine e) {
  return e == engine::automatic   ? "automatic"
         : e == engine::recursive ? "recursive"
         : e == engine::composed  ? "composed"
         : e == engine::bounded   ? "bounded"
                                  : "fused";
}

template <class Real>
const char* name() {
  return sizeof(Real) == sizeof(float) ? "float" : "double";
}

} // namespace thrustline::bench
