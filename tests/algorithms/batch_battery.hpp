// SPDX-License-Identifier: MIT
#pragma once

#include "check_rdp.hpp"

namespace thrustline::test {

/// Offsets are int64 or int32; the host's copy is int64.
template <class Offset, class P, class Metric, class On>
void check_batch(On& on, std::vector<P> const& points, std::vector<std::int64_t> const& offsets, double tolerance,
                 Metric by) {
  const std::int64_t n = static_cast<std::int64_t>(points.size());
  const mask_and_levels expected = plain_rdp(points.data(), offsets, tolerance, by);
  typename On::template array<P> points_in(points);
  typename On::template array<Offset> offsets_in(std::vector<Offset>(offsets.begin(), offsets.end()));
  typename On::template array<std::uint8_t> keep(unwritten(n));
  const ragged_batch batch{points_in.data(), n, offsets_in.data(), static_cast<std::int64_t>(offsets.size()) - 1};
  const std::int64_t levels = rdp_batch(on.policy(), batch, tolerance, keep.data(), by);
  CHECK(difference(keep.host(), expected.mask) == "");
  CHECK(levels == expected.levels);
}

template <class Real, int D, class Metric, class On>
void check_mixed_batch(On& on, std::int64_t series, std::int64_t longest, Metric by) {
  CAPTURE(series);
  const auto lines = mixed_batch<Real, D>(series, longest, 101);
  const auto points = as_points<Real, D>(lines.coordinates);
  for (double tolerance : {0.0, 1.5, infinity}) {
    CAPTURE(tolerance);
    check_batch<std::int64_t>(on, points, lines.offsets, tolerance, by);
  }
  check_batch<std::int32_t>(on, points, lines.offsets, 0.5, by);
}

template <class On>
void run_batch_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  for (std::int64_t series : {1, 2, 30, 3000}) {
    check_mixed_batch<float, 2>(on, series, 300, segment_distance{});
    if constexpr (is_full_policy<On>) {
      check_mixed_batch<float, 1>(on, series, 300, vertical_distance{});
      check_mixed_batch<double, 3>(on, series, 300, line_distance{});
    }
  }
  check_mixed_batch<float, 2>(on, 40, 20000, segment_distance{});

  using P = point<float, 2>;
  const segment_distance by;
  check_batch<std::int64_t>(on, std::vector<P>{}, {0}, 1, by);
  check_batch<std::int64_t>(on, std::vector<P>{}, {0, 0, 0, 0}, 1, by);
  const std::vector<P> three{{{0, 0}}, {{1, 5}}, {{2, 0}}};
  check_batch<std::int64_t>(on, three, {0, 1, 2, 3}, 1, by);
  check_batch<std::int64_t>(on, three, {0, 0, 3, 3}, 1, by);
  check_batch<std::int64_t>(on, three, {0, 2, 2, 3}, 1, by);
}

} // namespace thrustline::test
