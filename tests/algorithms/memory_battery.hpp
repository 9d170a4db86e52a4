// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <new>

#include "check_rdp.hpp"

namespace thrustline::test {

/// The n-th allocation fails, for every n: the call throws, nothing leaks, and the next call is right again.
template <class On>
void run_failing_allocator_battery() {
  On on;
  const auto points = as_points<float, 2>(make<float, 2>("walk", 40000, 121));
  const std::int64_t n = static_cast<std::int64_t>(points.size());
  const mask_and_levels expected = plain_rdp(points.data(), {0, n}, 30, segment_distance{});
  typename On::template array<point<float, 2>> points_in(points);

  std::int64_t failures = 0;
  for (bool failed = true; failed; ++failures) {
    CAPTURE(failures);
    on.log.made = 0;
    on.log.fail_at = failures + 1;
    failed = false;
    typename On::template array<std::uint8_t> keep(unwritten(n));
    try {
      rdp(on.policy(), points_in.data(), points_in.data() + n, 30, keep.data(), segment_distance{});
    } catch (std::bad_alloc const&) {
      failed = true;
    }
    CHECK(on.log.live_bytes == 0);
    CHECK_FALSE(on.log.wrong_return);
    on.log.fail_at = std::numeric_limits<std::int64_t>::max();
    CHECK(rdp(on.policy(), points_in.data(), points_in.data() + n, 30, keep.data(), segment_distance{}) ==
          expected.levels);
    CHECK(difference(keep.host(), expected.mask) == "");
  }
  CHECK(failures > 8);
}

template <class Real, class On>
void check_storage_per_point(On& on, std::int64_t n, double most) {
  const auto points = as_points<Real, 2>(make<Real, 2>("walk", n, 122));
  on.log.peak_bytes = 0;
  check_rdp(on, points, 2, segment_distance{});
  CHECK(static_cast<double>(on.log.peak_bytes) < most * static_cast<double>(n) + (1 << 16));
  CHECK(on.log.live_bytes == 0);
  on.log.peak_bytes = 0;
  check_rdp_by_64_bits(on, points, 2, segment_distance{});
  CHECK(static_cast<double>(on.log.peak_bytes) < 56 * static_cast<double>(n) + (1 << 16));
}

/// The storage that rdp() documents, all of it from the policy's allocator.
template <class On>
void run_storage_battery() {
  On on;
  check_storage_per_point<float>(on, 100000, 28);
  check_storage_per_point<double>(on, 100000, 56);
  CHECK(on.log.made > 0);
}

/// Arguments that rdp() rejects.
template <class On>
void run_bad_tolerance_battery() {
  On on;
  typename On::template array<point<float, 2>> points(as_points<float, 2>(make<float, 2>("walk", 100, 123)));
  typename On::template array<std::int64_t> offsets(std::vector<std::int64_t>{0, 50, 100});
  typename On::template array<std::uint8_t> keep(unwritten(100));
  for (double bad : {-1.0, -1e-300, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(rdp(on.policy(), points.data(), points.data() + 100, bad, keep.data()), invalid_argument);
    CHECK_THROWS_AS(rdp_batch(on.policy(), ragged_batch{points.data(), 100, offsets.data(), 2}, bad, keep.data()),
                    invalid_argument);
  }
  CHECK(keep.host() == unwritten(100));
  try {
    rdp(on.policy(), points.data(), points.data() + 100, -2.5, keep.data());
    FAIL("no exception");
  } catch (invalid_argument const& error) {
    CHECK(error.argument() == "tolerance");
    CHECK(std::string(error.what()).find("-2.5") != std::string::npos);
  }
}

} // namespace thrustline::test
