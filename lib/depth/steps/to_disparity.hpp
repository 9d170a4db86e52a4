// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "depth/steps/image_size.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/geometry/rounding.hpp>

namespace thrustline::depth {
namespace detail {

template <class Raw>
struct scale_raw {
  const Raw* raw;
  float scale;
  std::int32_t invalid;
  float* disparity;
  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const Raw value = raw[i];
    disparity[i] = value == invalid ? absent : rounding::mul(static_cast<float>(value), scale);
  }
};

} // namespace detail

/// disparity[i] = raw[i] * scale, rounded once; NaN where raw[i] is `invalid` (-1: no value is).
///
/// Raw: std::uint8_t or std::uint16_t. Both arrays have `pixels` values. Does not synchronise, allocates nothing.
/// Work: one step for each pixel.
template <class Policy, class Raw>
void to_disparity(Policy const& policy, const Raw* raw, std::int64_t pixels, float scale, std::int32_t invalid,
                  float* disparity) {
  static_assert(std::is_same_v<Raw, std::uint8_t> || std::is_same_v<Raw, std::uint16_t>);
  thrustline::detail::for_each_index(policy, pixels, detail::scale_raw<Raw>{raw, scale, invalid, disparity});
}

} // namespace thrustline::depth
