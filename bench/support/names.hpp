// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::bench {

template <class Real>
const char* name() {
  return sizeof(Real) == sizeof(float) ? "float" : "double";
}

} // namespace thrustline::bench
