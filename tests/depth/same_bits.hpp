// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace thrustline::test {

inline std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Returns where two images differ in a bit, also of NaN and zeros; "" if nowhere.
inline std::string bit_difference(std::vector<float> const& got, std::vector<float> const& expected) {
  if (got.size() != expected.size())
    return std::to_string(got.size()) + " values instead of " + std::to_string(expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (bits_of(got[i]) != bits_of(expected[i]))
      return "value " + std::to_string(i) + " is " + std::to_string(got[i]) + " instead of " +
             std::to_string(expected[i]);
  return "";
}

} // namespace thrustline::test
