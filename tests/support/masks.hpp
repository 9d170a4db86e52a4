// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline::test {

using keep_mask = std::vector<std::uint8_t>;

/// Where two masks differ first; empty if nowhere. For CHECK(difference(a, b) == ""), which prints it.
inline std::string difference(keep_mask const& got, keep_mask const& expected) {
  if (got.size() != expected.size())
    return "sizes " + std::to_string(got.size()) + " and " + std::to_string(expected.size());
  std::int64_t count = 0, first = -1;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (got[i] != expected[i] && count++ == 0)
      first = static_cast<std::int64_t>(i);
  if (count == 0)
    return {};
  return std::to_string(count) + " of " + std::to_string(got.size()) + " points differ, the first is " +
         std::to_string(first) + ": got " + std::to_string(got[first]);
}

} // namespace thrustline::test
