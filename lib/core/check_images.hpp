// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "core/check.hpp"

/// Checks of images, and of columns of images.
namespace thrustline::detail {

/// Approximate a * b * c, for comparison with a limit; does not overflow.
inline double product_of(std::int64_t a, std::int64_t b, std::int64_t c) {
  return static_cast<double>(a) * static_cast<double>(b) * static_cast<double>(c);
}

/// Throws unless the factor of an image's values, rounded to Real, is finite and not 0.
template <class Real>
void check_scale(double scale) {
  const double rounded = static_cast<double>(static_cast<Real>(scale));
  check(std::isfinite(rounded) && rounded != 0, "scale", [&] {
    return "must be finite and not 0 as a " + std::string(sizeof(Real) == sizeof(float) ? "float" : "double") +
           ", is " + to_text(scale);
  });
}

} // namespace thrustline::detail
