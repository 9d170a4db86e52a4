// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"
#include "replay.hpp"
#include "result_forms.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t untouched = -77;

/// The caller's arrays, with the capacities that simplify_outputs documents.
template <class Real, int D>
struct arrays {
  keep_mask mask;
  std::vector<std::int64_t> counts, offsets, indices, segment_offsets, segments;
  std::vector<Real> points;

  arrays(std::int64_t n, std::int64_t series)
      : mask(n, 0xee), counts(series, untouched), offsets(series + 1, untouched), indices(n, untouched),
        segment_offsets(series + 1, untouched), segments(2 * n, untouched), points(n * D, Real(untouched)) {}
};

/// Checks the first values, and that those behind them are untouched.
template <class T>
void check_front(std::vector<T> const& got, std::vector<T> const& expected) {
  REQUIRE(got.size() >= expected.size());
  CHECK((expected.empty() || std::memcmp(got.data(), expected.data(), expected.size() * sizeof(T)) == 0));
  CHECK(std::all_of(got.begin() + static_cast<std::ptrdiff_t>(expected.size()), got.end(),
                    [](T value) { return value == T(untouched); }));
}

/// wanted: one bit for each of the seven outputs.
template <class Real, int D>
void check_outputs(executor const& on, batch<Real, D> const& lines, simplify_options const& options,
                   answer const& expected, unsigned wanted) {
  arrays<Real, D> a(lines.points(), lines.series());
  simplify_outputs<Real, D> out;
  if (wanted & 1)
    out.keep_mask = a.mask.data();
  if (wanted & 2)
    out.kept_counts = a.counts.data();
  if (wanted & 4)
    out.kept_offsets = a.offsets.data();
  if (wanted & 8)
    out.kept_indices = a.indices.data();
  if (wanted & 16)
    out.kept_points = a.points.data();
  if (wanted & 32)
    out.segment_offsets = a.segment_offsets.data();
  if (wanted & 64)
    out.segments = a.segments.data();
  INFO("outputs ", wanted, " on ", on.name());
  const simplify_report report = simplify(on, lines.view(), options, out);

  const result_forms<Real, D> right(lines.view(), expected.mask, options.closed());
  CHECK(report.points == lines.points());
  CHECK(report.kept == static_cast<std::int64_t>(right.indices.size()));
  CHECK(report.segments == (wanted & 96 ? static_cast<std::int64_t>(right.segments.size() / 2) : 0));
  CHECK(report.levels == expected.report.levels);
  if (wanted & 1)
    CHECK(difference(a.mask, expected.mask) == "");
  if (wanted & 2)
    check_front(a.counts, right.counts);
  if (wanted & 4)
    check_front(a.offsets, right.offsets);
  if (wanted & 8)
    check_front(a.indices, right.indices);
  if (wanted & 16)
    check_front(a.points, right.points);
  if (wanted & 32)
    check_front(a.segment_offsets, right.segment_offsets);
  if (wanted & 64)
    check_front(a.segments, right.segments);
}

template <class Real, int D>
void check_vectors(executor const& on, batch<Real, D> const& lines, simplify_options const& options,
                   keep_mask const& mask) {
  INFO("vectors on ", on.name());
  const result_forms<Real, D> right(lines.view(), mask, options.closed());
  CHECK(difference(simplify_mask(on, lines.view(), options), mask) == "");
  const std::vector<std::int64_t> indices = simplify_indices(on, lines.view(), options);
  CHECK(indices == right.indices);
  CHECK(indices.capacity() == indices.size());
  CHECK(simplify_counts(on, lines.view(), options) == right.counts);
  const ragged<Real> points = simplify_points(on, lines.view(), options);
  CHECK(points.offsets == right.offsets);
  CHECK(points.values.size() == right.points.size());
  CHECK(points.values.capacity() == points.values.size());
  check_front(points.values, right.points);
  const ragged<index_pair> segments = simplify_segments(on, lines.view(), options);
  CHECK(segments.offsets == right.segment_offsets);
  std::vector<std::int64_t> flat;
  for (index_pair const& pair : segments.values)
    flat.insert(flat.end(), {pair.first, pair.last});
  CHECK(flat == right.segments);
  CHECK(segments.values.capacity() == segments.values.size());
}

template <class T>
struct test_batches {
  using Real = typename T::real;
  static constexpr int D = T::dimensions;
  std::vector<batch<Real, D>> all;

  test_batches() {
    all.push_back(mixed_batch<Real, D>(50, 200, 21));
    all.push_back({});
    all.emplace_back().add({});
    all.emplace_back().add(make<Real, D>("walk", 1, 22));
    all.emplace_back().add(make<Real, D>("walk", 2000, 23));
  }
};

} // namespace

TEST_CASE_TEMPLATE("every form of output agrees with the mask", T, THRUSTLINE_EVERY_POINT_TYPE) {
  constexpr int D = T::dimensions;
  for (auto const& lines : test_batches<T>().all)
    for (bool closed : {false, true}) {
      if (closed && D == 1)
        continue;
      INFO(lines.series(), " series, ", lines.points(), " points, closed ", closed);
      auto options = simplify_options{}.tolerance(2).closed(closed);
      const answer expected = reference(lines.view(), options);
      for_each_engine([&](executor const& on, engine with) {
        INFO("engine ", to_string(with));
        options.engine(with);
        for (unsigned wanted : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u, 127u, 10u, 96u, 20u})
          check_outputs(on, lines, options, expected, wanted);
        check_vectors(on, lines, options, expected.mask);
      });
    }
}

TEST_CASE_TEMPLATE("outputs of batches with absent points agree", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> lines = mixed_batch<Real, D>(50, 200, 24);
  for (std::size_t i = 0; i < lines.coordinates.size(); i += 5)
    lines.coordinates[i] = std::numeric_limits<Real>::quiet_NaN();
  auto options = simplify_options{}.tolerance(1).invalid(invalid::ignore);
  const answer expected = reference(lines.view(), options);
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with));
    options.engine(with);
    check_outputs(on, lines, options, expected, 127);
    check_vectors(on, lines, options, expected.mask);
  });
}

TEST_CASE_TEMPLATE("max_deviation is the largest distance of a dropped point", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> lines = mixed_batch<Real, D>(40, 300, 25);
  for (std::size_t i = 3; i < lines.coordinates.size(); i += 31)
    lines.coordinates[i] = std::numeric_limits<Real>::quiet_NaN();
  for_each_metric([&](auto by, metric name) {
    for (bool closed : {false, true}) {
      if (closed && D == 1)
        continue;
      INFO("metric ", to_string(name), ", closed ", closed);
      const auto options = simplify_options{}.tolerance(2).metric(name).closed(closed).invalid(invalid::ignore);
      const answer got = reference(lines.view(), options);

      const auto at = [&](std::int64_t i) {
        point<Real, D> p;
        for (int d = 0; d < D; ++d)
          p[d] = lines.coordinates[i * D + d];
        return p;
      };
      const auto valid = [&](std::int64_t i) {
        for (int d = 0; d < D; ++d)
          if (std::isnan(lines.coordinates[i * D + d]))
            return false;
        return true;
      };
      Real largest = 0;
      const result_forms<Real, D> right(lines.view(), got.mask, closed);
      for (std::int64_t s = 0; s < lines.series(); ++s)
        for (std::int64_t k = right.segment_offsets[s]; k < right.segment_offsets[s + 1]; ++k) {
          const std::int64_t first = right.segments[2 * k], last = right.segments[2 * k + 1];
          const bool closing = last <= first;
          const std::int64_t end = closing ? lines.offsets[s + 1] : last;
          const auto chord = by(at(first), at(last), end - first);
          for (std::int64_t i = first + 1; i < end; ++i)
            if (valid(i))
              largest = std::max(largest, chord.distance(at(i), i - first));
        }
      CHECK(largest > 0);
      CHECK(largest <= Real(2) * (1 + 16 * std::numeric_limits<Real>::epsilon()));
      for (executor const& on : executors())
        CHECK(max_deviation(on, lines.view(), options, got.mask.data()) == largest);
    }
  });
}

TEST_CASE("max_deviation is infinite where a point has no kept neighbour on one side") {
  constexpr double none = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  const std::vector<double> points{0, 0, 1, 1, 2, 0, none, none, 0, 0, 1, 2, 2, 0};
  const std::vector<std::int64_t> offsets{0, 4, 4, 7}; // a line with an invalid end, none, a line
  const polylines<double, 2> lines(points.data(), 7, offsets.data(), 3);
  const auto ignoring = simplify_options{}.tolerance(0).invalid(invalid::ignore);
  const std::vector<std::pair<keep_mask, double>> cases{
      {{1, 0, 1, 0, 1, 0, 1}, 2},        {{1, 0, 0, 0, 1, 0, 1}, infinite}, {{0, 0, 1, 0, 1, 0, 1}, infinite},
      {{1, 0, 1, 0, 0, 0, 1}, infinite}, {{1, 0, 1, 0, 1, 0, 0}, infinite}, {{1, 0, 1, 0, 0, 0, 0}, infinite},
      {{1, 1, 1, 0, 1, 1, 1}, 0},        {{0, 0, 0, 0, 0, 0, 0}, infinite}};
  for (executor const& on : executors())
    for (auto const& [mask, expected] : cases) {
      CHECK(max_deviation(on, lines, ignoring, mask.data()) == expected);
      const polyline<double, 2> last(points.data() + 8, 3);
      const double alone = mask[4] && mask[6] ? (mask[5] ? 0 : 2) : infinite;
      CHECK(max_deviation(on, last, simplify_options{}, mask.data() + 4) == alone);
      const keep_mask one_kept{0, 1, 0};
      CHECK(max_deviation(on, last, simplify_options(ignoring).closed(true), one_kept.data()) ==
            doctest::Approx(std::sqrt(5.)));
    }
}

TEST_CASE("max_deviation of nothing dropped is 0") {
  const std::vector<double> points{0, 0, 1, 5, 2, 0};
  const keep_mask all{1, 1, 1};
  const auto options = simplify_options{}.tolerance(1);
  for (executor const& on : executors()) {
    CHECK(max_deviation(on, polyline<double, 2>(points.data(), 3), options, all.data()) == 0);
    CHECK(max_deviation(on, polyline<double, 2>(nullptr, 0), options, nullptr) == 0);
  }
}
