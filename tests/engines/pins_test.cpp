// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// One pin for every `rare` points, at random places.
keep_mask random_pins(std::int64_t points, std::int64_t rare, std::uint64_t seed) {
  random_numbers numbers(seed);
  keep_mask pins(static_cast<std::size_t>(points));
  for (std::uint8_t& pin : pins)
    pin = numbers.below(rare) == 0 ? static_cast<std::uint8_t>(1 + numbers.below(255)) : 0;
  return pins;
}

/// Simplifies the pieces of a series one by one by the reference.
template <class Real, int D>
answer piece_by_piece(polylines<Real, D> const& one, const std::uint8_t* pins, simplify_options const& options) {
  answer all{keep_mask(static_cast<std::size_t>(one.points)), {}};
  for (std::int64_t first = 0, last; first < one.points; first = last) {
    for (last = first + 1; last < one.points - 1 && !pins[last];)
      ++last;
    last = std::min(last, one.points - 1);
    const answer piece = reference(polyline<Real, D>(one.coordinates + first * D, last - first + 1), options);
    for (std::int64_t i = first; i <= last; ++i)
      all.mask[i] |= piece.mask[i - first];
    all.report.levels = std::max(all.report.levels, piece.report.levels);
    if (last == first)
      break;
  }
  return all;
}

template <class Real, int D>
answer one_by_one(batch<Real, D> const& lines, keep_mask const& pins, simplify_options const& options) {
  answer all;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const answer one = piece_by_piece<Real, D>(lines.view(s), pins.data() + lines.offsets[s], options);
    all.mask.insert(all.mask.end(), one.mask.begin(), one.mask.end());
    all.report.levels = std::max(all.report.levels, one.report.levels);
  }
  all.report.points = lines.points();
  all.report.kept = std::count(all.mask.begin(), all.mask.end(), 1);
  return all;
}

simplify_options with_pins(simplify_options options, keep_mask const& pins) {
  return options.pins(pins.data(), static_cast<std::int64_t>(pins.size()));
}

} // namespace

TEST_CASE_TEMPLATE("series with pins give what their pieces give", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(60, 900, 21);
  for (metric name : all_metrics)
    for (std::int64_t rare : {2, 40}) {
      INFO("metric ", to_string(name), ", a pin for every ", rare, " points");
      const keep_mask pins = random_pins(lines.points(), rare, 22);
      const auto options = simplify_options{}.tolerance(1.5).metric(name);
      check_every_engine(lines.view(), with_pins(options, pins), one_by_one(lines, pins, options));
    }
}

TEST_CASE_TEMPLATE("long series with few pins give what their pieces give", T, points_of<float, 1>,
                   points_of<double, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> lines;
  for (std::int64_t n : {40000, 3, 9000})
    lines.add(make<Real, D>("walk", n, 23));
  for (std::int64_t rare : {300, 5000}) {
    INFO("a pin for every ", rare, " points");
    const keep_mask pins = random_pins(lines.points(), rare, 24);
    const auto options = simplify_options{}.tolerance(2);
    check_every_engine(lines.view(), with_pins(options, pins), one_by_one(lines, pins, options));
  }
}

TEST_CASE_TEMPLATE("pins on all points, on none and on ends", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const auto options = simplify_options{}.tolerance(1.5);
  for (auto [series, longest] : {std::pair{1, 2000}, {50, 200}, {1, 0}, {1, 1}}) {
    batch<Real, D> lines = mixed_batch<Real, D>(series, longest, 25);
    if (series == 1)
      lines = equal_walks<Real, D>(1, longest);
    INFO(series, " series of up to ", longest, " points");
    keep_mask pins(static_cast<std::size_t>(lines.points()), 1);
    answer all{pins, {}};
    all.report.kept = lines.points();
    check_every_engine(lines.view(), with_pins(options, pins), all);
    std::fill(pins.begin(), pins.end(), std::uint8_t(0));
    check_every_engine(lines.view(), with_pins(options, pins), reference(lines.view(), options));
    for (std::int64_t s = 0; s < lines.series(); ++s)
      if (lines.size(s) > 0)
        pins[lines.offsets[s]] = pins[lines.offsets[s + 1] - 1] = 1;
    check_every_engine(lines.view(), with_pins(options, pins), reference(lines.view(), options));
  }
}

TEST_CASE("each series with pins has its own tolerance") {
  const batch<double, 2> lines = mixed_batch<double, 2>(30, 400, 26);
  const keep_mask pins = random_pins(lines.points(), 20, 27);
  std::vector<double> tolerances;
  keep_mask expected;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    tolerances.push_back(0.25 * static_cast<double>(s));
    const answer one = piece_by_piece<double, 2>(lines.view(s), pins.data() + lines.offsets[s],
                                                 simplify_options{}.tolerance(tolerances.back()));
    expected.insert(expected.end(), one.mask.begin(), one.mask.end());
  }
  const auto options = with_pins(simplify_options{}.tolerances(tolerances.data(), lines.series()), pins);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    CHECK(difference(ask(on, lines.view(), simplify_options(options).engine(with)).mask, expected) == "");
  });
}

TEST_CASE_TEMPLATE("rings with pins give what their pieces give", T, points_of<float, 2>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> rings = mixed_batch<Real, D>(60, 300, 28);
  const keep_mask pins = random_pins(rings.points(), 30, 29);
  const auto options = simplify_options{}.tolerance(1.5);
  answer expected;
  for (std::int64_t s = 0; s < rings.series(); ++s) { // the ring's first point once more at its end
    const std::int64_t begin = rings.offsets[s], end = rings.offsets[s + 1];
    std::vector<Real> opened(rings.coordinates.begin() + begin * D, rings.coordinates.begin() + end * D);
    opened.resize(opened.size() + (end > begin ? D : 0));
    std::copy_n(opened.begin(), end > begin ? D : 0, opened.end() - (end > begin ? D : 0));
    keep_mask opened_pins(pins.begin() + begin, pins.begin() + end);
    opened_pins.push_back(1);
    const polyline<Real, D> line(opened.data(), end > begin ? end - begin + 1 : 0);
    const answer one = piece_by_piece<Real, D>(line, opened_pins.data(), options);
    expected.mask.insert(expected.mask.end(), one.mask.begin(), one.mask.begin() + (end - begin));
    expected.report.levels = std::max(expected.report.levels, one.report.levels);
  }
  expected.report.kept = std::count(expected.mask.begin(), expected.mask.end(), 1);
  check_every_engine(rings.view(), with_pins(options, pins).closed(true), expected);
}

TEST_CASE_TEMPLATE("pins on absent points change nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> lines = mixed_batch<Real, D>(40, 400, 30);
  const keep_mask pins = random_pins(lines.points(), 10, 31);
  random_numbers numbers(32);
  std::vector<bool> absent(static_cast<std::size_t>(lines.points()));
  for (std::int64_t i = 0; i < lines.points(); ++i)
    if ((absent[i] = numbers.below(8) == 0))
      lines.coordinates[i * D + D - 1] = std::numeric_limits<Real>::quiet_NaN();
  keep_mask present_pins = pins;
  for (std::int64_t i = 0; i < lines.points(); ++i)
    if (absent[i])
      present_pins[i] = 0;
  const auto options = simplify_options{}.tolerance(1.5).invalid(invalid::ignore);
  const answer expected = reference(lines.view(), with_pins(options, present_pins));
  for (std::int64_t i = 0; i < lines.points(); ++i)
    REQUIRE(expected.mask[i] >= (present_pins[i] ? 1 : 0));
  for (std::int64_t i = 0; i < lines.points(); ++i)
    REQUIRE(expected.mask[i] <= (absent[i] ? 0 : 1));
  check_every_engine(lines.view(), with_pins(options, pins), expected);
}

TEST_CASE_TEMPLATE("absent points beside pins are as if they were not there", T, points_of<float, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  std::vector<Real> line = make<Real, D>("walk", 3000, 33), present;
  const keep_mask pins = random_pins(3000, 50, 34);
  keep_mask present_pins;
  for (std::int64_t i = 0; i < 3000; ++i) {
    if (i % 7 == 0) {
      line[i * D] = std::numeric_limits<Real>::infinity();
      continue;
    }
    present.insert(present.end(), line.begin() + i * D, line.begin() + (i + 1) * D);
    present_pins.push_back(pins[i]);
  }
  const auto options = simplify_options{}.tolerance(1.5);
  const polyline<Real, D> few(present.data(), static_cast<std::int64_t>(present_pins.size()));
  const answer of_present = piece_by_piece<Real, D>(few, present_pins.data(), options);
  answer expected;
  auto next = of_present.mask.begin();
  for (std::int64_t i = 0; i < 3000; ++i)
    expected.mask.push_back(i % 7 == 0 ? std::uint8_t(0) : *next++);
  expected.report.kept = std::count(expected.mask.begin(), expected.mask.end(), 1);
  expected.report.levels = of_present.report.levels;
  check_every_engine(polyline<Real, D>(line.data(), 3000), with_pins(options, pins).invalid(invalid::ignore), expected);
}

TEST_CASE_TEMPLATE("the significance of pins is infinite", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(40, 900, 35);
  const keep_mask pins = random_pins(lines.points(), 40, 36);
  for (bool closed : {false, true}) {
    if (closed && D == 1)
      continue;
    const auto options = with_pins(simplify_options{}.tolerance(0).closed(closed), pins);
    const std::vector<Real> values = significance(executor::cpu(1), lines.view(), options);
    for (std::size_t i = 0; i < values.size(); ++i)
      REQUIRE((!pins[i] || std::isinf(values[i])));
    for (executor const& on : executors()) {
      INFO("on ", on.name());
      CHECK(significance(on, lines.view(), options) == values);
      for (std::int64_t count : {std::int64_t(0), lines.points() / 3}) {
        keep_mask mask(values.size());
        simplify_to_count(on, lines.view(), options, count, mask.data());
        for (std::size_t i = 0; i < values.size(); ++i)
          REQUIRE(mask[i] >= (pins[i] ? 1 : 0));
      }
    }
    for (double tolerance : {0.3, 1.5, 8.0}) {
      keep_mask above;
      for (Real value : values)
        above.push_back(value > static_cast<Real>(tolerance));
      CHECK(difference(above, reference(lines.view(), simplify_options(options).tolerance(tolerance)).mask) == "");
    }
  }
}

TEST_CASE("pins of the wrong number and missing pins are refused") {
  const std::vector<double> line = make<double, 2>("walk", 100, 37);
  keep_mask pins(101), mask(100);
  const polyline<double, 2> view(line.data(), 100);
  const auto options = simplify_options{}.tolerance(1);
  for (executor const& on : executors()) {
    const auto refuses = [&](const std::uint8_t* values, std::int64_t count, std::string const& word) {
      const simplify_options with = simplify_options(options).pins(values, count);
      check_refused([&] { simplify(on, view, with, mask.data()); }, "pins", word);
      check_refused([&] { simplify_indices(on, view, with); }, "pins", word);
      check_refused([&] { significance(on, view, with); }, "pins", word);
      check_refused([&] { simplify_to_count(on, view, with, 5, mask.data()); }, "pins", word);
    };
    refuses(pins.data(), 99, "99");
    refuses(pins.data(), 101, "101");
    refuses(pins.data(), -1, "-1");
    refuses(nullptr, 100, "null");
    check_refused([&] { simplify(on, view, simplify_options(options).pins(mask.data(), 100), mask.data()); },
                  "keep_mask", "pins");
  }
}
