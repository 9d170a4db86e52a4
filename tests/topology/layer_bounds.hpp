// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/map_checks.hpp>
#include <thrustline/simplify.hpp>

/// What holds of the closure of every layer, those too that are no maps.
namespace thrustline::test {

using mask = std::vector<std::uint8_t>;

inline std::int64_t kept(mask const& keep) { return std::count(keep.begin(), keep.end(), std::uint8_t(1)); }

inline std::int64_t crossings_of(polylines<double, 2> const& lines, mask const& keep) {
  std::vector<double> xy;
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t l = 0; l < lines.series; ++l) {
    for (std::int64_t i = lines.offsets[l]; i < lines.offsets[l + 1]; ++i)
      if (keep[static_cast<std::size_t>(i)])
        xy.insert(xy.end(), lines.coordinates + 2 * i, lines.coordinates + 2 * i + 2);
    offsets.push_back(static_cast<std::int64_t>(xy.size()) / 2);
  }
  return count_crossings(executor::cpu(2),
                         polylines<double, 2>(xy.data(), offsets.back(), offsets.data(), lines.series))
      .crossings;
}

/// Simplifies on 1, 2 and 5 threads and checks what holds of every layer.
inline mask check_bounds(polylines<double, 2> const& lines, double tolerance, topology apart = topology::both) {
  const auto plain = simplify_options{}.tolerance(tolerance);
  const auto options = simplify_options(plain).topology(apart);
  const mask of_plain = simplify_mask(executor::cpu(1), lines, plain);
  mask first;
  for (int threads : {1, 2, 5}) {
    mask keep(of_plain.size());
    const topology_counts counts = simplify(executor::cpu(threads), lines, options, keep.data()).topology;
    CHECK(counts.forced <= kept(keep) - kept(of_plain)); // each split adds a point of the split tree at least
    CHECK(counts.rounds <= counts.forced + 1);           // each round but the last one splits
    CHECK(max_deviation(executor::cpu(threads), lines, plain, keep.data()) <= tolerance);
    if (threads == 1)
      first = keep;
    CHECK(keep == first);
  }
  for (std::size_t i = 0; i < first.size(); ++i)
    CHECK(first[i] >= of_plain[i]);
  return first;
}

} // namespace thrustline::test
