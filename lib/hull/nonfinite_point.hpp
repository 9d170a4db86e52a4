// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "core/check.hpp"
#include <thrustline/error.hpp>
#include <thrustline/geometry/point.hpp>

namespace thrustline::detail {

/// Throws for the first point that is not finite, naming its coordinate.
template <class Real>
[[noreturn]] void throw_nonfinite(std::int64_t index, point<Real, 2> const& p) {
  const int k = std::isfinite(p[0]) ? 1 : 0;
  throw invalid_point("coordinates", index,
                      "has coordinate " + std::to_string(k) + " = " + to_text(p[k]) + ", not a finite number");
}

} // namespace thrustline::detail
