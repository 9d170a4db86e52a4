// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <thrustline/select.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"
#include "result_forms.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::int64_t untouched = -77;

/// Arrays of just the size that a result needs, with one value more behind each.
template <class Real, int D>
struct arrays {
  keep_mask mask;
  std::vector<std::int64_t> counts, offsets, indices, segment_offsets, segments;
  std::vector<Real> points;

  explicit arrays(result_forms<Real, D> const& right, std::int64_t n)
      : mask(n + 1, 0xee), counts(right.counts.size() + 1, untouched), offsets(right.offsets.size() + 1, untouched),
        indices(right.indices.size() + 1, untouched), segment_offsets(right.segment_offsets.size() + 1, untouched),
        segments(right.segments.size() + 1, untouched), points(right.points.size() + 1, Real(untouched)) {}

  /// wanted: one bit for each of the seven outputs.
  simplify_outputs<Real, D> outputs(unsigned wanted) {
    simplify_outputs<Real, D> out;
    out.keep_mask = wanted & 1 ? mask.data() : nullptr;
    out.kept_counts = wanted & 2 ? counts.data() : nullptr;
    out.kept_offsets = wanted & 4 ? offsets.data() : nullptr;
    out.kept_indices = wanted & 8 ? indices.data() : nullptr;
    out.kept_points = wanted & 16 ? points.data() : nullptr;
    out.segment_offsets = wanted & 32 ? segment_offsets.data() : nullptr;
    out.segments = wanted & 64 ? segments.data() : nullptr;
    out.kept_indices_capacity = static_cast<std::int64_t>(indices.size()) - 1;
    out.kept_points_capacity = static_cast<std::int64_t>(points.size() - 1) / D;
    out.segments_capacity = static_cast<std::int64_t>(segments.size() - 1) / 2;
    return out;
  }
};

/// Checks all values but the last one, which must be untouched.
template <class T>
void check_values(std::vector<T> const& got, std::vector<T> const& expected) {
  REQUIRE(got.size() == expected.size() + 1);
  CHECK((expected.empty() || std::memcmp(got.data(), expected.data(), expected.size() * sizeof(T)) == 0));
  CHECK(got.back() == T(untouched));
}

template <class Real, int D>
void check_select(executor const& on, batch<Real, D> const& lines, keep_mask const& mask, bool closed,
                  unsigned wanted) {
  INFO("outputs ", wanted, " on ", on.name());
  const result_forms<Real, D> right(lines.view(), mask, closed);
  arrays<Real, D> got(right, lines.points());
  const select_report report =
      select(on, lines.view(), simplify_options{}.closed(closed), mask.data(), got.outputs(wanted));
  CHECK(report.kept == static_cast<std::int64_t>(right.indices.size()));
  CHECK(report.segments == (wanted & 96 ? static_cast<std::int64_t>(right.segments.size() / 2) : 0));
  if (wanted & 1) {
    keep_mask ones(mask.size() + 1, 0xee);
    std::transform(mask.begin(), mask.end(), ones.begin(), [](std::uint8_t value) { return value != 0; });
    CHECK(difference(got.mask, ones) == "");
  }
  if (wanted & 2)
    check_values(got.counts, right.counts);
  if (wanted & 4)
    check_values(got.offsets, right.offsets);
  if (wanted & 8)
    check_values(got.indices, right.indices);
  if (wanted & 16)
    check_values(got.points, right.points);
  if (wanted & 32)
    check_values(got.segment_offsets, right.segment_offsets);
  if (wanted & 64)
    check_values(got.segments, right.segments);
}

/// A mask that no simplification makes: ends are dropped, and values other than 0 and 1 keep.
keep_mask any_mask(std::int64_t n, std::int64_t one_in, std::uint64_t seed) {
  random_numbers numbers(seed);
  keep_mask mask(static_cast<std::size_t>(n));
  for (std::uint8_t& value : mask)
    value = static_cast<std::uint8_t>(numbers.below(one_in) == 0 ? 1 + numbers.below(255) : 0);
  return mask;
}

} // namespace

TEST_CASE_TEMPLATE("select writes every form of any mask", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  std::vector<batch<Real, D>> batches(4);
  batches[0] = mixed_batch<Real, D>(50, 200, 71);
  batches[1].add(make<Real, D>("walk", 40000, 72)); // several chunks for several threads
  batches[2].add({});
  for (batch<Real, D> const& lines : batches) // the last one is empty
    for (std::int64_t one_in : {1, 3, 40, 100000000})
      for (bool closed : {false, true}) {
        if (closed && D == 1)
          continue;
        INFO(lines.series(), " series, ", lines.points(), " points, one kept in ", one_in, ", closed ", closed);
        const keep_mask mask = any_mask(lines.points(), one_in, 73);
        for (executor const& on : executors())
          for (unsigned wanted : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u, 127u, 24u, 96u})
            check_select(on, lines, mask, closed, wanted);
      }
}

TEST_CASE("select copies coordinates without a look at them") {
  const std::vector<double> xy{0, 0, std::numeric_limits<double>::quiet_NaN(),
                               1, 2, std::numeric_limits<double>::infinity()};
  const polyline<double, 2> line(xy.data(), 3);
  const keep_mask mask{0, 1, 1};
  for (executor const& on : executors()) {
    std::vector<double> points(4);
    simplify_outputs<double, 2> out;
    out.kept_points = points.data();
    out.kept_points_capacity = 2;
    CHECK(select(on, line, mask.data(), out).kept == 2);
    CHECK(std::memcmp(points.data(), xy.data() + 2, 4 * sizeof(double)) == 0);
  }
}

TEST_CASE("select reads no options but closed and rings") {
  const std::vector<double> xy{0, 0, 1, 0, 2, 0};
  const polyline<double, 2> line(xy.data(), 3);
  const keep_mask mask{1, 0, 1};
  const double tolerances[] = {-1, -1};
  const auto others = simplify_options{}
                          .metric(metric::synchronised)
                          .ring_minimum(ring_minimum::keep)
                          .tolerances(tolerances, 2)
                          .topology(topology::both);
  for (executor const& on : executors())
    CHECK(select(on, line, others, mask.data(), {}).kept == 2);
}

TEST_CASE_TEMPLATE("select and simplify write the same for the same mask", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(50, 400, 74);
  const auto options = simplify_options{}.tolerance(1.5).closed(D > 1);
  for (executor const& on : executors()) {
    const keep_mask mask = simplify_mask(on, lines.view(), options);
    const result_forms<Real, D> right(lines.view(), mask, options.closed());
    arrays<Real, D> selected(right, lines.points()), simplified(right, lines.points());
    const select_report report = select(on, lines.view(), options, mask.data(), selected.outputs(127));
    const simplify_report expected = simplify(on, lines.view(), options, simplified.outputs(127));
    CHECK(report.kept == expected.kept);
    CHECK(report.segments == expected.segments);
    CHECK(selected.mask == simplified.mask);
    CHECK(selected.counts == simplified.counts);
    CHECK(selected.offsets == simplified.offsets);
    CHECK(selected.indices == simplified.indices);
    CHECK(selected.points == simplified.points);
    CHECK(selected.segment_offsets == simplified.segment_offsets);
    CHECK(selected.segments == simplified.segments);
  }
}

TEST_CASE_TEMPLATE("a capacity that is too small is refused with the one needed", T, points_of<float, 1>,
                   points_of<double, 2>) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const batch<Real, D> lines = mixed_batch<Real, D>(30, 200, 75);
  const auto options = simplify_options{}.tolerance(1);
  const keep_mask mask = simplify_mask(executor::cpu(1), lines.view(), options);
  const result_forms<Real, D> right(lines.view(), mask, false);
  const std::string kept = std::to_string(right.indices.size()), segments = std::to_string(right.segments.size() / 2);
  for (executor const& on : executors())
    for (std::int64_t less : {std::int64_t(1), std::int64_t(right.segments.size() / 2)}) {
      INFO(less, " too few on ", on.name());
      const auto check = [&](const char* argument, std::string const& needed, unsigned wanted, auto change) {
        arrays<Real, D> got(right, lines.points());
        const arrays<Real, D> before = got;
        simplify_outputs<Real, D> out = got.outputs(wanted);
        change(out);
        for (auto const& call : {std::function<void()>([&] { select(on, lines.view(), mask.data(), out); }),
                                 std::function<void()>([&] { simplify(on, lines.view(), options, out); })})
          check_refused(call, argument, {"but " + needed + " are needed"});
        CHECK(got.indices == before.indices); // nothing was written where it may not fit
        CHECK(got.points == before.points);
        CHECK(got.segments == before.segments);
      };
      check("kept_indices_capacity", kept, 8, [&](auto& out) { out.kept_indices_capacity -= less; });
      check("kept_points_capacity", kept, 16, [&](auto& out) { out.kept_points_capacity -= less; });
      check("kept_points_capacity", kept, 24, [&](auto& out) { out.kept_points_capacity -= less; });
      check("segments_capacity", segments, 64, [&](auto& out) { out.segments_capacity -= less; });
      // The capacity of an output that is not wanted is not looked at.
      arrays<Real, D> got(right, lines.points());
      simplify_outputs<Real, D> out = got.outputs(8);
      out.kept_points_capacity = out.segments_capacity = -5;
      CHECK(select(on, lines.view(), mask.data(), out).kept == static_cast<std::int64_t>(right.indices.size()));
      check_values(got.indices, right.indices);
    }
}
