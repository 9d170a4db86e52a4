// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <thrustline/error.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline {

/// The longest series of engine `fused`.
inline constexpr int fused_points = 1024;

namespace detail {

/// Throws if `fused` is requested and a series is too long for it. longest: the points of the longest series; those of
/// a ring count once, though engines see its first point again at its end.
inline void check_fits_fused(engine wanted, std::int64_t longest) {
  if (wanted == engine::fused && longest > fused_points)
    throw invalid_argument("engine", "fused takes series of up to " + std::to_string(fused_points) +
                                         " points, the longest has " + std::to_string(longest));
}

} // namespace detail

} // namespace thrustline
