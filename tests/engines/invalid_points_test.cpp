// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>

#include "batch.hpp"
#include "compare.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr double sentinel = -1000;

/// Makes about one coordinate in `rarity` invalid, in every way that there is.
template <class Real>
void spoil(std::vector<Real>& coordinates, std::int64_t rarity, std::uint64_t seed) {
  using limits = std::numeric_limits<Real>;
  const std::vector<Real> bad{limits::quiet_NaN(), limits::infinity(), -limits::infinity(),
                              limits::max(),       -limits::max() / 2, Real(sentinel)};
  random_numbers numbers(seed);
  for (Real& x : coordinates)
    if (numbers.below(rarity) == 0)
      x = bad[numbers.below(static_cast<std::int64_t>(bad.size()))];
}

template <class Real, int D>
std::vector<std::int64_t> valid_points(const Real* points, std::int64_t n) {
  std::vector<std::int64_t> index;
  for (std::int64_t i = 0; i < n; ++i) {
    bool good = true;
    for (int d = 0; d < D; ++d) {
      const Real x = points[i * D + d];
      good = good && std::abs(x) <= std::numeric_limits<Real>::max() / 4 && x != Real(sentinel); // false for NaN
    }
    if (good)
      index.push_back(i);
  }
  return index;
}

} // namespace

TEST_CASE_TEMPLATE("invalid points are absent", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (std::int64_t rarity : {1, 2, 3, 10, 100}) {
    batch<Real, D> lines = mixed_batch<Real, D>(60, 300, 11);
    spoil(lines.coordinates, rarity, 12);
    for (bool closed : {false, true}) {
      if (closed && D == 1)
        continue;
      for_each_metric([&](auto by, metric name) {
        INFO("one coordinate in ", rarity, " spoiled, closed ", closed, ", metric ", to_string(name));
        const auto options =
            simplify_options{}.tolerance(1.5).metric(name).closed(closed).invalid(invalid::ignore).sentinel(sentinel);
        const answer expected = reference(lines.view(), options);
        std::int64_t levels = 0;
        for (std::int64_t s = 0; s < lines.series(); ++s) {
          INFO("series ", s);
          const Real* points = lines.view(s).coordinates;
          auto checker = replay<Real, D, decltype(by)>(points, lines.size(s), by, name)
                             .valid(valid_points<Real, D>(points, lines.size(s)));
          if (closed)
            checker.closed();
          const replay_result replayed = checker.check(Real(1.5), expected.mask.data() + lines.offsets[s]);
          CHECK(replayed.problem == "");
          levels = std::max(levels, replayed.levels);
        }
        CHECK(expected.report.levels == levels);
        check_every_engine(lines.view(), options, expected);
      });
    }
  }
}

TEST_CASE_TEMPLATE("the sentinel is ignored where invalid points are rejected", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  std::vector<Real> points = make<Real, D>("walk", 500, 13);
  for (std::size_t i = 0; i < points.size(); i += 7)
    points[i] = Real(sentinel);
  const polyline<Real, D> line(points.data(), 500);
  const auto options = simplify_options{}.tolerance(2);
  check_every_engine(line, simplify_options(options).sentinel(sentinel), reference(line, options));
}

TEST_CASE("the sentinel may be zero") {
  const std::vector<float> column{0, 0, 5, 5, 0, 9, 5, 5, 0, 5, 0};
  const auto options = simplify_options{}.tolerance(1).metric(metric::vertical).invalid(invalid::ignore).sentinel(0);
  answer expected{{0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0}, {}};
  expected.report.kept = 5;
  expected.report.levels = reference(series<float>(column.data(), 11), options).report.levels;
  check_every_engine(series<float>(column.data(), 11), options, expected);
}

TEST_CASE("absent points in front of a ring's start lie before its end") {
  // The ring is cut at (10, 0), then at (5, 5). The segment from there to the end has the absent point inside: level 3.
  const double absent = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> ring{absent, absent, 0, 0, 10, 0, 5, 5};
  const polyline<double, 2> view(ring.data(), 4);
  const auto options = simplify_options{}.tolerance(1).closed(true).invalid(invalid::ignore);
  answer expected{{0, 1, 1, 1}, {}};
  expected.report.kept = 3;
  expected.report.levels = 3;
  check_every_engine(view, options, expected);
  const auto replayed = replay<double, 2, segment_distance>(ring.data(), 4, {}, metric::segment)
                            .valid({1, 2, 3})
                            .closed()
                            .check(1, expected.mask.data());
  CHECK(replayed.problem == "");
  CHECK(replayed.levels == 3);
}
