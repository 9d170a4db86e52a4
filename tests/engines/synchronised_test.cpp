// SPDX-License-Identifier: MIT
// Metric synchronised: distances at the same time, of points x, y, t.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/geometry/synchronised_distance.hpp>
#include <thrustline/significance.hpp>

#include "check_refused.hpp"
#include "made_places.hpp"
#include "made_tracks.hpp"
#include "options_of_series.hpp"
#include "plain_recursion.hpp"
#include "result_forms.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("synchronised equals a plain recursion", Real, float, double) {
  const batch<Real, 3> tracks = made_tracks<Real>(92);
  const std::vector<char> all(static_cast<std::size_t>(tracks.points()), 1);
  for (Real tolerance : {Real(0), Real(5), Real(60)}) {
    INFO("tolerance ", tolerance);
    const auto options = simplify_options{}.tolerance(static_cast<double>(tolerance)).metric(metric::synchronised);
    const auto expected = plain(points_of_tracks(tracks), all, tracks.offsets, synchronised_distance{}, tolerance);
    CHECK(std::count(expected.mask.begin(), expected.mask.end(), 0) > 0);
    check_mask(tracks, options, expected.mask);
    for (executor const& on : executors()) {
      CHECK(significance(on, tracks.view(), options) == expected.significance);
      CHECK(max_deviation(on, tracks.view(), options, expected.mask.data()) <= static_cast<double>(tolerance));
      const ragged<Real> points = simplify_points(on, tracks.view(), options);
      CHECK(points.values == result_forms<Real, 3>(tracks.view(), expected.mask, false).points);
    }
  }
}

TEST_CASE_TEMPLATE("synchronised takes tolerances, pins and rings", Real, float, double) {
  check_options_of_series(made_tracks<Real>(86), metric::synchronised, 5);
}

TEST_CASE_TEMPLATE("synchronised extrapolates, and names bad points as given", Real, float, double) {
  // The chord is at x = 10 (t - 0) / 10; the point in the middle, at t = 20, is compared with x = 20.
  std::vector<Real> track{0, 0, 0, 20, 0, 20, 10, 0, 10};
  const polyline<Real, 3> line(track.data(), 3);
  const auto options = simplify_options{}.tolerance(0).metric(metric::synchronised);
  for (executor const& on : executors()) {
    CHECK(simplify_indices(on, line, options) == std::vector<std::int64_t>{0, 2});
    track[3] = 21;
    CHECK(simplify_indices(on, line, options) == std::vector<std::int64_t>{0, 1, 2});
    track[5] = std::numeric_limits<Real>::quiet_NaN();
    check_refused([&] { simplify_mask(on, line, options); }, "coordinates", "point 1 has coordinate 2 = nan");
    CHECK(simplify_indices(on, line, simplify_options(options).invalid(invalid::ignore)) ==
          std::vector<std::int64_t>{0, 2});
    track[3] = 20;
    track[5] = 20;
  }
}

TEST_CASE("metrics of places and tracks need their coordinates") {
  const std::vector<double> values(12);
  for (executor const& on : executors()) {
    check_refused([&] { simplify_mask(on, series<double>(values.data(), 12), metres(1)); }, "metric", "great_ellipse");
    check_refused([&] { significance(on, series<double>(values.data(), 12), metres(1)); }, "metric", "great_ellipse");
    check_refused([&] { simplify_mask(on, polyline<double, 2>(values.data(), 6), metres(1).topology(topology::both)); },
                  "metric", "great_ellipse does not go with topology");
    const auto timed = simplify_options{}.tolerance(1).metric(metric::synchronised);
    check_refused([&] { simplify_mask(on, polyline<double, 2>(values.data(), 6), timed); }, "metric", "x, y and t");
    check_refused([&] { simplify_mask(on, series<double>(values.data(), 12), timed); }, "metric", "synchronised");
  }
}
