// SPDX-License-Identifier: MIT
// Metric great_ellipse: distances on the Earth of points in degrees.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/significance.hpp>
#include <thrustline/to_ecef.hpp>

#include "check_refused.hpp"
#include "made_places.hpp"
#include "options_of_series.hpp"
#include "plain_recursion.hpp"
#include "result_forms.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class Real>
Real least_not_below(double value) {
  Real nearest = static_cast<Real>(value);
  return nearest < value ? std::nextafter(nearest, std::numeric_limits<Real>::infinity()) : nearest;
}

} // namespace

TEST_CASE_TEMPLATE("great_ellipse equals a recursion on earth-centred points", T, THRUSTLINE_PLACES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> world = made_world<Real, D>(81);
  const std::vector<point<double, 3>> places = places_of(world);
  const std::vector<char> all(places.size(), 1);
  for (double tolerance : {0., 0.1, 100., 5e3, 3e5}) {
    INFO("tolerance ", tolerance);
    const auto expected =
        plain(places, all, world.offsets, great_ellipse_distance{}, static_cast<double>(static_cast<Real>(tolerance)));
    CHECK(std::count(expected.mask.begin(), expected.mask.end(), 0) > 0);
    check_mask(world, metres(tolerance), expected.mask);
    for (executor const& on : executors()) {
      const std::vector<Real> got = significance(on, world.view(), metres(tolerance));
      REQUIRE(got.size() == expected.significance.size());
      std::int64_t differing = 0;
      for (std::size_t i = 0; i < got.size(); ++i)
        differing += got[i] != least_not_below<Real>(expected.significance[i]);
      CHECK(differing == 0);
    }
  }
}

TEST_CASE_TEMPLATE("significances of great_ellipse give every tolerance's mask", T, THRUSTLINE_PLACES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> world = made_world<Real, D>(82);
  const std::vector<Real> values = significance(executor::cpu(1), world.view(), metres(0));
  random_numbers numbers(83);
  for (int round = 0; round < (sanitized ? 10 : 30); ++round) {
    const Real value = values[numbers.below(static_cast<std::int64_t>(values.size()))];
    if (std::isinf(value))
      continue;
    for (Real near : {value, std::nextafter(value, Real(0)), std::nextafter(value, Real(1e9))}) {
      keep_mask mask;
      for (Real each : values)
        mask.push_back(each > near);
      CHECK(difference(simplify_mask(executor::cpu(1), world.view(), metres(static_cast<double>(near))), mask) == "");
    }
  }
}

TEST_CASE_TEMPLATE("great_ellipse takes tolerances, pins and rings", T, THRUSTLINE_PLACES) {
  check_options_of_series(made_world<typename T::real, T::dimensions>(84), metric::great_ellipse, 500);
}

TEST_CASE_TEMPLATE("rings on the Earth give the same wherever they start", Real, float, double) {
  // An island across the date line and a small one: the first ends where it begins, but for a turn.
  std::vector<Real> island;
  for (int k = 0; k < 300; ++k) {
    const double angle = 2 * 3.14159265358979 * k / 300;
    const double reach = 3 + 0.3 * std::sin(7 * angle) + 0.1 * std::cos(31 * angle);
    const double longitude = 180 + std::round(1024 * reach * std::cos(angle)) / 1024;
    island.push_back(static_cast<Real>(longitude > 180 ? longitude - 360 : longitude));
    island.push_back(static_cast<Real>(std::round(1024 * reach * std::sin(angle)) / 1024));
  }
  const std::vector<Real> rock{10, 10, Real(10.001), 10, Real(10.001), Real(10.001), 10, Real(10.001), 10, 10};
  const std::vector<std::uint8_t> rings{1, 1};
  std::vector<std::vector<Real>> expected;
  for (std::int64_t roll : {0, 1, 77, 299}) {
    batch<Real, 2> lines;
    std::vector<Real> rolled(island);
    std::rotate(rolled.begin(), rolled.begin() + 2 * roll, rolled.end());
    rolled.push_back(rolled[0] < 0 ? rolled[0] + 360 : rolled[0]);
    rolled.push_back(rolled[1]);
    lines.add(rolled);
    lines.add(rock);
    const auto options =
        metres(5000).rings(rings.data(), 2).ring_start(ring_start::least).ring_minimum(ring_minimum::keep);
    const answer right = reference(lines.view(), options);
    check_every_engine(lines.view(), options, right);
    CHECK(right.report.kept > 10);
    CHECK(std::accumulate(right.mask.begin() + lines.offsets[1], right.mask.end(), 0) >= 4);
    std::vector<std::pair<Real, Real>> kept; // the places of the island, without the closing one
    for (std::int64_t i = 0; i + 1 < lines.size(0); ++i)
      if (right.mask[i])
        kept.push_back({lines.coordinates[2 * i], lines.coordinates[2 * i + 1]});
    std::sort(kept.begin(), kept.end());
    std::vector<Real> flat;
    for (auto const& [x, y] : kept)
      flat.insert(flat.end(), {x, y});
    expected.push_back(flat);
    CHECK(flat == expected.front());

    const auto plain = metres(5000).rings(rings.data(), 2).ring_start(ring_start::least);
    for (executor const& on : executors()) {
      keep_mask mask = simplify_mask(on, lines.view(), plain);
      const finish_rings_report report = finish_rings(on, lines.view(), options, mask.data());
      CHECK(report.completed == 1);
      CHECK(difference(mask, right.mask) == "");
    }
  }
  batch<Real, 2> open;
  open.add(island);
  check_refused([&] { simplify_mask(executor::cpu(1), open.view(), metres(1).rings(rings.data(), 1)); }, "rings",
                "series 0 is a ring");
}

TEST_CASE_TEMPLATE("great_ellipse writes every output, and heights as they were", T, THRUSTLINE_PLACES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> world = made_world<Real, D>(86);
  const std::int64_t n = world.points(), m = world.series();
  for (bool closed : {false, true}) {
    const auto options = metres(2000).closed(closed);
    const keep_mask mask = simplify_mask(executor::cpu(1), world.view(), options);
    const result_forms<Real, D> right(world.view(), mask, closed);
    for (executor const& on : executors()) {
      INFO("closed ", closed, " on ", on.name());
      CHECK(simplify_counts(on, world.view(), options) == right.counts);
      CHECK(simplify_indices(on, world.view(), options) == right.indices);
      const ragged<Real> points = simplify_points(on, world.view(), options);
      CHECK(points.values == right.points);
      CHECK(points.offsets == right.offsets);
      CHECK(simplify_segments(on, world.view(), options).offsets == right.segment_offsets);
      keep_mask got(mask.size(), 0xee);
      std::vector<Real> kept_points(static_cast<std::size_t>(n * D));
      simplify_outputs<Real, D> outputs;
      outputs.keep_mask = got.data();
      outputs.kept_points = kept_points.data();
      const simplify_report report = simplify(on, world.view(), options, outputs);
      CHECK(got == mask);
      CHECK(report.kept == static_cast<std::int64_t>(right.indices.size()));
      CHECK(std::equal(right.points.begin(), right.points.end(), kept_points.begin()));
      CHECK(simplify(on, world.view(), options, simplify_outputs<Real, D>{}).kept == report.kept);
      const double deviation = max_deviation(on, world.view(), options, mask.data());
      CHECK(deviation <= 2000);
      CHECK(deviation > 1500);
      CHECK(deviation == max_deviation(executor::cpu(1), world.view(), options, mask.data()));
    }
  }
  for (executor const& on : executors()) {
    keep_mask mask(static_cast<std::size_t>(n)), again(mask);
    const auto report = simplify_to_count(on, world.view(), metres(0), 300, mask.data());
    CHECK(report.kept == 300);
    CHECK(std::count(mask.begin(), mask.end(), 1) == 300);
    const keep_mask by_tolerance = simplify_mask(on, world.view(), metres(report.equal_tolerance));
    for (std::size_t i = 0; i < mask.size(); ++i)
      CHECK(by_tolerance[i] <= mask[i]);
    CHECK(std::count(by_tolerance.begin(), by_tolerance.end(), 1) >= 250); // without ties
    simplify_to_ratio(on, world.view(), metres(0), 300. / static_cast<double>(n), again.data());
    CHECK(again == mask);
    const std::vector<std::int64_t> counts(static_cast<std::size_t>(m), 12);
    simplify_to_count(on, world.view(), metres(0), counts_of_series{counts.data(), m}, mask.data());
    for (std::int64_t s = 0; s < m; ++s) {
      keep_mask one(static_cast<std::size_t>(world.size(s)));
      simplify_to_count(executor::cpu(1), world.view(s), metres(0), 12, one.data());
      CHECK(std::equal(one.begin(), one.end(), mask.begin() + world.offsets[s]));
    }
  }
}

TEST_CASE_TEMPLATE("invalid places are absent", T, THRUSTLINE_PLACES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> world = made_world<Real, D>(87);
  random_numbers numbers(88);
  std::vector<char> present(static_cast<std::size_t>(world.points()), 1);
  for (std::int64_t i = 0; i < world.points(); ++i)
    if (numbers.below(10) == 0) {
      present[i] = 0;
      Real* const p = world.coordinates.data() + D * i;
      switch (numbers.below(5)) {
      case 0:
        p[1] = std::nextafter(Real(90), Real(91));
        break;
      case 1:
        p[1] = Real(-91);
        break;
      case 2:
        p[0] = Real(2e12);
        break;
      case 3:
        p[D - 1] = std::numeric_limits<Real>::quiet_NaN();
        break;
      default:
        p[0] = Real(-7.75); // the sentinel
      }
    } else if (world.coordinates[D * i] == Real(-7.75) || world.coordinates[D * i + 1] == Real(-7.75)) {
      present[i] = 0;
    }
  const auto expected = plain(places_of(world), present, world.offsets, great_ellipse_distance{}, 1000.);
  check_mask(world, metres(1000).invalid(invalid::ignore).sentinel(-7.75), expected.mask);
}

TEST_CASE("a sentinel of zero is none of the earth-centred coordinates") {
  const std::vector<double> degrees{0, 1, 90, 1, 90, 20, 180, 1, 5, 0}; // x or y is 0; the last point is absent
  const polyline<double, 2> line(degrees.data(), 5);
  for (executor const& on : executors())
    CHECK(simplify_indices(on, line, metres(0).invalid(invalid::ignore).sentinel(0)) ==
          std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE_TEMPLATE("bad places are named", T, THRUSTLINE_PLACES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (std::int64_t n : {5, 3000})
    for (executor const& on : executors()) {
      INFO(n, " points on ", on.name());
      random_numbers numbers(89);
      const std::vector<Real> good = walk_on_earth<Real, D>(n, 0, 0, 0.01, 12, numbers);
      const auto check = [&](int coordinate, double value, std::vector<std::string> const& words) {
        std::vector<Real> bad = good;
        bad[3 * D + coordinate] = static_cast<Real>(value);
        bad[4 * D + 1] = 100; // the first one is named
        const polyline<Real, D> line(bad.data(), n);
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(n), 1);
        check_refused([&] { simplify_mask(on, line, metres(1)); }, "coordinates", words);
        check_refused([&] { simplify_points(on, line, metres(1)); }, "coordinates", words);
        check_refused([&] { simplify_mask(on, line, metres(1).closed(true)); }, "coordinates", words);
        check_refused([&] { significance(on, line, metres(1)); }, "coordinates", words);
        check_refused([&] { simplify_to_count(on, line, metres(1), 3, mask.data()); }, "coordinates", words);
        check_refused([&] { max_deviation(on, line, metres(1), mask.data()); }, "coordinates", words);
        if constexpr (D == 2) {
          std::vector<double> ecef(static_cast<std::size_t>(3 * n));
          check_refused([&] { to_ecef(on, polylines<Real, 2>(line), ecef.data()); }, "coordinates", words);
        }
      };
      check(1, 91, {"point 3 has latitude 91", "-90 to 90"});
      check(1, -90.5, {"point 3 has latitude -90.5"});
      check(0, 4e12, {"point 3 has longitude ", "-1e12 to 1e12"});
      check(0, not_a_number, {"point 3 has coordinate 0 = nan"});
      check(D - 1, -std::numeric_limits<double>::infinity(), {"point 3 has coordinate " + std::to_string(D - 1)});
      check_refused([&] { simplify_mask(on, polyline<Real, D>(good.data(), n), metres(-1e-60)); }, "tolerance",
                    "1e-60");
      const double negative = -1e-60;
      check_refused([&] { simplify_mask(on, polyline<Real, D>(good.data(), n), metres(0).tolerances(&negative, 1)); },
                    "tolerances", "-1e-60");
    }
}

TEST_CASE("lines across the date line are the same in any winding") {
  random_numbers numbers(90);
  for (double latitude : {0., 50., -85.}) {
    const std::vector<double> across = walk_on_earth<double, 2>(3000, 175, latitude, 0.05, 20, numbers);
    const std::int64_t n = static_cast<std::int64_t>(across.size() / 2);
    const auto mask_of = [&](auto const& change, executor const& on) {
      std::vector<double> changed = across;
      for (std::int64_t i = 0; i < n; ++i)
        changed[2 * i] = change(changed[2 * i], i);
      return simplify_mask(on, polyline<double, 2>(changed.data(), n), metres(3000));
    };
    const auto same = [](double x, std::int64_t) { return x; };
    const keep_mask expected = mask_of(same, executor::cpu(1));
    CHECK(std::count(expected.begin(), expected.end(), 1) > 20);
    for (executor const& on : executors()) {
      INFO("latitude ", latitude, " on ", on.name());
      CHECK(mask_of([](double x, std::int64_t) { return x + 90; }, on) == expected);
      CHECK(mask_of([](double x, std::int64_t) { return x - 90; }, on) == expected);
      CHECK(mask_of([](double x, std::int64_t) { return x > 180 ? x - 360 : x; }, on) == expected);
      CHECK(mask_of([](double x, std::int64_t i) { return x + 360 * static_cast<double>(i % 1000 - 500); }, on) ==
            expected);
    }
  }
}

TEST_CASE("lines over a pole are straight there") {
  // Up one meridian and down the opposite one; the pole has any longitude.
  std::vector<double> line;
  for (int k = -50; k <= 50; ++k) {
    const double longitude = k < 0 ? 30 : k > 0 ? 210 : 77;
    line.insert(line.end(), {longitude, 90 - 0.125 * std::abs(k)});
  }
  const polyline<double, 2> over(line.data(), 101);
  for (executor const& on : executors()) {
    CHECK(simplify_indices(on, over, metres(1e-6)) == std::vector<std::int64_t>{0, 100});
    line[2 * 50 + 1] = 89.9; // 11 km from the pole, 8.2 km from the line
    CHECK(simplify_indices(on, over, metres(8100)).size() == 3);
    line[2 * 50 + 1] = 90;
  }
}

TEST_CASE_TEMPLATE("long lines are converted where their boxes are made", Real, float, double) {
  random_numbers numbers(95);
  const std::int64_t n = 40000; // several pieces, the last one in part
  std::vector<Real> walk = walk_on_earth<Real, 2>(n, 178, 60, 0.01, 12, numbers);
  const std::vector<std::int64_t> offsets{0, 17, 1500, 21234, n};
  const polylines<Real, 2> one(polyline<Real, 2>(walk.data(), n)), several(walk.data(), n, offsets.data(), 4);
  std::vector<std::uint8_t> pins(static_cast<std::size_t>(n));
  pins[20000] = 1;
  for (auto const& lines : {one, several})
    for (auto const& options : {metres(1000), metres(1000).closed(true), metres(1000).invalid(invalid::ignore),
                                metres(1000).pins(pins.data(), n)}) {
      const keep_mask right =
          simplify_mask(executor::cpu(1), lines, simplify_options(options).engine(engine::recursive));
      CHECK(std::count(right.begin(), right.end(), 1) > 100);
      for (executor const& on : executors())
        CHECK(difference(simplify_mask(on, lines, simplify_options(options).engine(engine::bounded)), right) == "");
    }
  walk[2 * 39990 + 1] = 91;
  for (executor const& on : executors())
    check_refused([&] { simplify_mask(on, one, metres(1000)); }, "coordinates", "point 39990 has latitude 91");
}
