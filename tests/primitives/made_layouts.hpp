// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random_numbers.hpp"

/// Segmented layouts for the tests of primitives, built by loops.
namespace thrustline::test {

/// Lengths of segments, with a name.
struct made_lengths {
  std::string name;
  std::vector<std::int64_t> lengths;
};

template <class Index>
struct made_layout {
  std::int64_t n = 0, m = 0;
  std::vector<std::uint8_t> flags;
  std::vector<Index> keys, offsets{0};

  explicit made_layout(std::vector<std::int64_t> const& lengths) : m(static_cast<std::int64_t>(lengths.size())) {
    for (std::int64_t s = 0; s < m; ++s) {
      for (std::int64_t k = 0; k < lengths[s]; ++k, ++n) {
        flags.push_back(k == 0);
        keys.push_back(static_cast<Index>(s));
      }
      offsets.push_back(static_cast<Index>(n));
    }
  }
};

/// Segments of length(s) items, the last one cut off at n.
template <class Length>
std::vector<std::int64_t> lengths_of(std::int64_t n, Length length) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t left = n; left > 0; left -= lengths.back()) {
    const std::int64_t next = length(static_cast<std::int64_t>(lengths.size()));
    lengths.push_back(next < left ? next : left);
  }
  return lengths;
}

/// Sizes about the chunk of the CPU backends (2^14 items, more beyond 2^20) and about a block of the GPU's.
inline std::vector<made_lengths> made_layouts_without_empty() {
  constexpr std::int64_t chunk = 1 << 14, more_than_64_chunks = 1100000;
  random_numbers numbers(7);
  std::vector<made_lengths> all;
  for (std::int64_t n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{1000},
                         chunk - 1, chunk, chunk + 1, 3 * chunk, more_than_64_chunks}) {
    const std::string items = std::to_string(n) + " items, ";
    all.push_back({items + "a huge one among tiny ones",
                   lengths_of(n, [&](std::int64_t s) { return s == n / 20 ? n * 3 / 4 + 1 : 1 + numbers.below(3); })});
    if (n == more_than_64_chunks)
      continue;
    all.push_back({items + "random lengths", lengths_of(n, [&](std::int64_t) { return 1 + numbers.below(40); })});
    all.push_back({items + "one segment", lengths_of(n, [&](std::int64_t) { return n; })});
    all.push_back({items + "one item each", lengths_of(n, [](std::int64_t) { return 1; })});
  }
  all.push_back({"segments are chunks", lengths_of(4 * chunk, [](std::int64_t) { return chunk; })});
  all.push_back({"segments end next to chunks", lengths_of(5 * chunk, [](std::int64_t s) { return chunk - 1 + s; })});
  return all;
}

/// Every third segment or so is empty, at both ends too; and layouts of nothing but empty segments.
inline std::vector<made_lengths> made_layouts_with_empty() {
  random_numbers numbers(8);
  std::vector<made_lengths> all{
      {"no segment", {}}, {"one empty segment", {0}}, {"five empty segments", {0, 0, 0, 0, 0}}};
  for (std::int64_t m : {2, 3, 700, 20000}) {
    made_lengths made{std::to_string(m) + " segments, some empty", std::vector<std::int64_t>(m)};
    for (std::int64_t s = 1; s + 1 < m; ++s)
      made.lengths[s] = numbers.below(3) == 0 ? 0 : numbers.below(m == 3 ? 5 : 12);
    all.push_back(made);
    made.name = std::to_string(m) + " segments, none but the last two empty";
    for (std::int64_t s = 0; s + 2 < m; ++s)
      made.lengths[s] = 1 + numbers.below(4);
    all.push_back(made);
  }
  return all;
}

} // namespace thrustline::test
