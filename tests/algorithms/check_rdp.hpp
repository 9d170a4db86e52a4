// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

#include "batch.hpp"
#include "generators.hpp"
#include "masks.hpp"

/// Checks thrustline::rdp over any policy against rdp_recursive on the host.
namespace thrustline::test {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Real, int D>
std::vector<point<Real, D>> as_points(std::vector<Real> const& coordinates) {
  std::vector<point<Real, D>> points(coordinates.size() / D);
  if (!points.empty())
    std::memcpy(points.data(), coordinates.data(), coordinates.size() * sizeof(Real));
  return points;
}

struct mask_and_levels {
  keep_mask mask;
  std::int64_t levels;
};

/// rdp_recursive's answer for each series [offsets[s], offsets[s + 1]) of a batch.
template <class Points, class Metric>
mask_and_levels plain_rdp(Points points, std::vector<std::int64_t> const& offsets, double tolerance, Metric by) {
  using distance = detail::distance_type<Points, Metric>;
  mask_and_levels answer{keep_mask(static_cast<std::size_t>(offsets.back()), 0), 0};
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const std::int64_t first = offsets[s], last = offsets[s + 1] - 1;
    if (first > last)
      continue;
    answer.mask[first] = answer.mask[last] = 1;
    const std::int64_t levels =
        rdp_recursive(points, first, last, static_cast<distance>(tolerance), answer.mask.data(), by);
    answer.levels = std::max(answer.levels, levels);
  }
  return answer;
}

/// A mask whose values are neither "kept" nor "dropped".
inline keep_mask unwritten(std::int64_t n) { return keep_mask(static_cast<std::size_t>(n), 0xee); }

template <class P, class Metric, class On>
void check_rdp(On& on, std::vector<P> const& points, double tolerance, Metric by) {
  const std::int64_t n = static_cast<std::int64_t>(points.size());
  const mask_and_levels expected = plain_rdp(points.data(), {0, n}, tolerance, by);
  typename On::template array<P> points_in(points);
  typename On::template array<std::uint8_t> keep(unwritten(n));
  const std::int64_t levels = rdp(on.policy(), points_in.data(), points_in.data() + n, tolerance, keep.data(), by);
  CHECK(difference(keep.host(), expected.mask) == "");
  CHECK(levels == expected.levels);
}

/// The same with 64-bit indices, which series of more than 2^31 points get.
template <class P, class Metric, class On>
void check_rdp_by_64_bits(On& on, std::vector<P> const& points, double tolerance, Metric by) {
  using distance = detail::distance_type<P*, Metric>;
  const std::int64_t n = static_cast<std::int64_t>(points.size());
  const mask_and_levels expected = plain_rdp(points.data(), {0, n}, tolerance, by);
  typename On::template array<P> points_in(points);
  typename On::template array<std::uint8_t> keep(unwritten(n));
  const std::int64_t levels = detail::rdp_mask(
      on.policy(),
      detail::rdp_task{points_in.data(), n, detail::one_series<std::int64_t>{n}, std::int64_t{1},
                       detail::same_tolerance<distance>{static_cast<distance>(tolerance)}, keep.data(), by});
  CHECK(difference(keep.host(), expected.mask) == "");
  CHECK(levels == expected.levels);
}

} // namespace thrustline::test
