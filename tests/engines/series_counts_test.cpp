// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The answer for a batch from one call for each series by itself.
struct one_by_one {
  keep_mask mask;
  std::int64_t kept = 0, asked = 0;
  double equal_tolerance = 0;
};

template <class Real, int D>
one_by_one keep_one_by_one(batch<Real, D> const& lines, simplify_options const& options,
                           std::vector<std::int64_t> const& counts) {
  one_by_one all;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    keep_mask mask(static_cast<std::size_t>(lines.size(s)));
    const std::int64_t count = counts[static_cast<std::size_t>(s)];
    simplify_options own(options);
    if (options.pins())
      own.pins(options.pins() + lines.offsets[static_cast<std::size_t>(s)], lines.size(s));
    if (options.rings())
      own.rings(options.rings() + s, 1);
    const simplify_to_count_report one = simplify_to_count(executor::cpu(1), lines.view(s), own, count, mask.data());
    all.mask.insert(all.mask.end(), mask.begin(), mask.end());
    all.kept += one.kept;
    all.asked += std::min(count, lines.size(s));
    all.equal_tolerance = std::max(all.equal_tolerance, one.equal_tolerance);
  }
  return all;
}

/// Counts of all kinds: none, below the ends, usual ones, all points, more than there are.
template <class Real, int D>
std::vector<std::int64_t> mixed_counts(batch<Real, D> const& lines, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<std::int64_t> counts;
  for (std::int64_t s = 0; s < lines.series(); ++s)
    switch (numbers.below(6)) {
    case 0:
      counts.push_back(numbers.below(3));
      break;
    case 1:
      counts.push_back(lines.size(s));
      break;
    case 2:
      counts.push_back(numbers.below(2) ? lines.size(s) + 1 : std::numeric_limits<std::int64_t>::max());
      break;
    default:
      counts.push_back(numbers.below(lines.size(s) + 1));
    }
  return counts;
}

template <class Real, int D>
void check_counts(batch<Real, D> const& lines, simplify_options const& options,
                  std::vector<std::int64_t> const& counts) {
  const one_by_one expected = keep_one_by_one(lines, options, counts);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    keep_mask mask(expected.mask.size(), 0xee);
    const simplify_to_count_report report =
        simplify_to_count(on, lines.view(), options, {counts.data(), lines.series()}, mask.data());
    CHECK(difference(mask, expected.mask) == "");
    CHECK(report.points == lines.points());
    CHECK(report.kept == expected.kept);
    CHECK(report.asked == expected.asked);
    CHECK(report.equal_tolerance == (lines.series() > 0 ? expected.equal_tolerance : options.tolerance()));
    CHECK(report.used == engine::bounded);
  }
}

} // namespace

TEST_CASE_TEMPLATE("a count for each series equals calls one by one", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const auto options = simplify_options{}.tolerance(0).metric(D == 1 ? metric::vertical : metric::segment);
  // The generator of values with many ties makes some of the series.
  for (std::uint64_t seed : {161, 162}) {
    const batch<Real, D> lines = mixed_batch<Real, D>(120, 700, seed);
    check_counts(lines, options, mixed_counts(lines, seed));
    check_counts(lines, simplify_options(options).tolerance(1.5), mixed_counts(lines, seed + 10));
  }
  if (D > 1) {
    const batch<Real, D> rings = mixed_batch<Real, D>(60, 300, 163);
    check_counts(rings, simplify_options(options).closed(true), mixed_counts(rings, 164));
  }
}

TEST_CASE_TEMPLATE("counts of series with pins equal calls one by one", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(80, 400, 173);
  random_numbers numbers(174);
  keep_mask pins(static_cast<std::size_t>(lines.points()));
  for (std::uint8_t& pin : pins)
    pin = numbers.below(30) == 0 ? 1 : 0;
  const auto options = simplify_options{}
                           .tolerance(0)
                           .metric(D == 1 ? metric::vertical : metric::segment)
                           .pins(pins.data(), lines.points());
  check_counts(lines, options, mixed_counts(lines, 175));
}

TEST_CASE_TEMPLATE("counts of rings equal calls one by one", Real, float, double) {
  batch<Real, 2> rings;
  for (std::int64_t k = 0; k < 40; ++k) {
    std::vector<Real> ring = make<Real, 2>("walk", 20 + 7 * k, 176 + static_cast<std::uint64_t>(k));
    const Real first[] = {ring[0], ring[1]};
    ring.insert(ring.end(), std::begin(first), std::end(first));
    rings.add(ring);
  }
  const keep_mask all(40, 1);
  for (ring_start start : {ring_start::first, ring_start::least})
    check_counts(rings, simplify_options{}.tolerance(0).metric(metric::segment).rings(all.data(), 40).ring_start(start),
                 mixed_counts(rings, 177));
}

// Enough points for several tasks, and for groups of series as downsampling has them.
TEST_CASE_TEMPLATE("thousands of series keep a count each", Real, float, double) {
  batch<Real, 1> lines;
  for (std::int64_t s = 0; s < 3000; ++s)
    lines.add(make<Real, 1>(s % 3 == 0 ? "plateaus" : "walk", s % 97, 165 + static_cast<std::uint64_t>(s)));
  lines.add(make<Real, 1>("walk", 40000, 166));
  const auto options = simplify_options{}.tolerance(0).metric(metric::vertical);
  check_counts(lines, options, std::vector<std::int64_t>(3001, 12));
  check_counts(lines, options, mixed_counts(lines, 167));
}

TEST_CASE("the first of equally significant points stay in each series") {
  // Teeth of the same height on a base: each top has the same distance.
  batch<float, 1> lines;
  for (int s = 0; s < 5; ++s)
    lines.add({0, 0, 0, 0, 0, 0, 0, 0});
  const auto options = simplify_options{}.tolerance(0).metric(metric::vertical);
  const std::vector<std::int64_t> counts{0, 1, 2, 3, 8};
  check_counts(lines, options, counts); // nothing but ends is significant
  batch<double, 2> teeth;
  std::vector<double> tooth;
  for (int i = 0; i < 9; ++i)
    tooth.insert(tooth.end(), {double(i), i == 0 || i == 8 ? 0. : i % 2 ? 4. : -4.});
  for (int s = 0; s < 5; ++s)
    teeth.add(tooth);
  check_counts(teeth, simplify_options{}.tolerance(0).metric(metric::vertical), counts);
  keep_mask mask(45);
  simplify_to_count(executor::cpu(1), teeth.view(), simplify_options{}.tolerance(0).metric(metric::vertical),
                    {counts.data(), 5}, mask.data());
  for (std::int64_t s = 0; s < 5; ++s)
    CHECK(std::count(mask.begin() + 9 * s, mask.begin() + 9 * (s + 1), 1) ==
          std::max<std::int64_t>(2, counts[static_cast<std::size_t>(s)]));
  CHECK(mask[9 * 3 + 1] == 1); // the first of the equal tops
}

TEST_CASE_TEMPLATE("a ratio for each series stands for the least count", T, points_of<float, 2>, points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(150, 300, 168);
  random_numbers numbers(169);
  std::vector<double> ratios;
  std::vector<std::int64_t> counts;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const std::int64_t n = lines.size(s), k = numbers.below(n + 1);
    // k / n as users write it, or something in between.
    ratios.push_back(s % 4 == 0   ? 1.
                     : s % 4 == 1 ? 0.1
                     : n == 0     ? 0.
                                  : static_cast<double>(k) / static_cast<double>(n));
    std::int64_t count = 0;
    while (count < n && static_cast<double>(count) / static_cast<double>(n) < ratios.back())
      ++count;
    counts.push_back(count);
  }
  const auto options = simplify_options{}.tolerance(0);
  const one_by_one expected = keep_one_by_one(lines, options, counts);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    keep_mask mask(expected.mask.size(), 0xee);
    const simplify_to_count_report report =
        simplify_to_ratio(on, lines.view(), options, {ratios.data(), lines.series()}, mask.data());
    CHECK(difference(mask, expected.mask) == "");
    CHECK(report.asked == expected.asked);
    CHECK(report.kept == expected.kept);
  }
}

TEST_CASE("counts for no series and for one series without offsets") {
  const auto options = simplify_options{}.tolerance(0.25);
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const simplify_to_count_report nothing =
        simplify_to_count(on, polylines<float, 2>(), options, counts_of_series{}, nullptr);
    CHECK(nothing.kept == 0);
    CHECK(nothing.asked == 0);
    CHECK(nothing.equal_tolerance == 0.25);

    const std::vector<float> walk = make<float, 2>("walk", 3000, 170);
    const polyline<float, 2> line(walk.data(), 3000);
    const std::int64_t count = 100;
    const double ratio = 100. / 3000;
    keep_mask mask(3000), by_counts(3000), by_ratios(3000);
    simplify_to_count(on, line, options, count, mask.data());
    CHECK(simplify_to_count(on, line, options, {&count, 1}, by_counts.data()).kept == 100);
    CHECK(simplify_to_ratio(on, line, options, {&ratio, 1}, by_ratios.data()).asked == 100);
    CHECK(difference(by_counts, mask) == "");
    CHECK(difference(by_ratios, mask) == "");
  }
}

TEST_CASE("bad counts and ratios of series are refused") {
  batch<float, 2> lines;
  for (std::uint64_t s = 0; s < 3; ++s)
    lines.add(make<float, 2>("walk", 50, 171 + s));
  const auto options = simplify_options{}.tolerance(0);
  keep_mask mask(150);
  const std::vector<std::int64_t> counts{5, 5, 5}, negative{5, -1, -2};
  const std::vector<double> ratios{0.5, 0.5, 0.5};
  std::vector<std::int64_t> long_counts(150, 5); // room for a mask, so that it overlaps no other array
  for (executor const& on : executors()) {
    INFO("on ", on.name());
    const auto by_counts = [&](const std::int64_t* values, std::int64_t count, std::uint8_t* to) {
      return [&, values, count, to] {
        simplify_to_count(on, lines.view(), options, counts_of_series{values, count}, to);
      };
    };
    const auto by_ratios = [&](const double* values, std::int64_t count, std::uint8_t* to) {
      return [&, values, count, to] {
        simplify_to_ratio(on, lines.view(), options, ratios_of_series{values, count}, to);
      };
    };
    check_refused(by_counts(negative.data(), 3, mask.data()), "counts", "counts[1] must be >= 0, is -1");
    for (double bad : {-0.25, 1.5, std::nan("")}) {
      const std::vector<double> some{0, 1, bad};
      check_refused(by_ratios(some.data(), 3, mask.data()), "ratios", "ratios[2] must be 0 to 1");
    }
    for (std::int64_t count : {-1, 0, 2, 4}) {
      check_refused(by_counts(counts.data(), count, mask.data()), "counts", std::to_string(count) + " values for 3");
      check_refused(by_ratios(ratios.data(), count, mask.data()), "ratios", std::to_string(count) + " values for 3");
    }
    check_refused(by_counts(nullptr, 3, mask.data()), "counts", "null");
    check_refused(by_ratios(nullptr, 3, mask.data()), "ratios", "null");
    check_refused(by_counts(counts.data(), 3, nullptr), "keep_mask", "null");
    auto* const in_counts = reinterpret_cast<std::uint8_t*>(long_counts.data());
    check_refused(by_counts(long_counts.data(), 3, in_counts), "keep_mask", "overlaps counts");
    check_refused(by_counts(reinterpret_cast<const std::int64_t*>(in_counts + 1), 3, mask.data()), "counts", "aligned");
    check_refused(
        [&] {
          simplify_to_count(on, lines.view(), simplify_options{}, {counts.data(), 3}, mask.data());
        },
        "tolerance", "nan");
  }
}
