// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>

#include "batch.hpp"
#include "compare.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The answers for each series alone, with its own tolerance.
template <class Real, int D, class Tolerance>
answer one_by_one(batch<Real, D> const& lines, simplify_options options, Tolerance tolerance_of) {
  answer all;
  all.report.points = lines.points();
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const answer one = reference(lines.view(s), options.tolerance(tolerance_of(s)));
    all.mask.insert(all.mask.end(), one.mask.begin(), one.mask.end());
    all.report.kept += one.report.kept;
    all.report.levels = std::max(all.report.levels, one.report.levels);
  }
  return all;
}

} // namespace

TEST_CASE_TEMPLATE("a ragged batch gives what each series gives alone", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (auto [series, longest] : {std::pair{1, 50}, {7, 300}, {40, 900}, {3000, 12}}) {
    const batch<Real, D> lines = mixed_batch<Real, D>(series, longest, static_cast<std::uint64_t>(series));
    for (metric name : all_metrics)
      for (double tolerance : {0.4, 3.0}) {
        INFO(series, " series, tolerance ", tolerance, ", metric ", to_string(name));
        const auto options = simplify_options{}.tolerance(tolerance).metric(name);
        check_every_engine(lines.view(), options, one_by_one(lines, options, [&](auto) { return tolerance; }));
      }
  }
}

TEST_CASE_TEMPLATE("each series has its own tolerance", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(60, 400, 5);
  random_numbers numbers(6);
  std::vector<double> tolerances(60);
  for (double& tolerance : tolerances) {
    const std::int64_t choice = numbers.below(5);
    tolerance = choice == 0 ? 0 : choice == 1 ? std::numeric_limits<double>::infinity() : 5 * numbers.uniform();
  }
  const auto options = simplify_options{}.tolerances(tolerances.data(), 60);
  check_every_engine(lines.view(), options,
                     one_by_one(lines, simplify_options{}, [&](std::int64_t s) { return tolerances[s]; }));
}

TEST_CASE_TEMPLATE("batches may have only the smallest series", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const auto options = simplify_options{}.tolerance(0.5);
  for (std::int64_t series : {0, 1, 2, 100})
    for (std::int64_t size : {0, 1, 2}) {
      INFO(series, " series of ", size);
      const batch<Real, D> lines = equal_walks<Real, D>(series, size);
      answer expected{keep_mask(static_cast<std::size_t>(series * size), 1), {}};
      expected.report.kept = series * size;
      check_every_engine(lines.view(), options, expected);
    }
}

TEST_CASE_TEMPLATE("a batch of rings gives what each ring gives alone", T, points_of<float, 2>, points_of<double, 2>,
                   points_of<double, 3>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(80, 300, 8);
  for (metric name : all_metrics) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.metric(name).closed(true);
    check_every_engine(lines.view(), simplify_options(options).tolerance(1.5),
                       one_by_one(lines, options, [](auto) { return 1.5; }));
  }
}
