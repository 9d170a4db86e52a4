// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class T>
bool same_bytes(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// All inputs of a call. Compared byte by byte, since some coordinates are NaN.
template <class Real, int D>
struct inputs {
  batch<Real, D> lines;
  std::vector<double> tolerances;
  keep_mask mask; ///< argument of max_deviation

  friend bool operator==(inputs const& a, inputs const& b) {
    return same_bytes(a.lines.coordinates, b.lines.coordinates) && same_bytes(a.lines.offsets, b.lines.offsets) &&
           same_bytes(a.tolerances, b.tolerances) && same_bytes(a.mask, b.mask);
  }
};

/// A batch in which every eleventh coordinate is invalid.
template <class Real, int D>
inputs<Real, D> made_inputs() {
  inputs<Real, D> made{mixed_batch<Real, D>(50, 300, 85), {}, {}};
  for (std::size_t i = 5; i < made.lines.coordinates.size(); i += 11)
    made.lines.coordinates[i] = i % 2 ? std::numeric_limits<Real>::quiet_NaN() : std::numeric_limits<Real>::infinity();
  made.tolerances.assign(50, 1.0);
  made.mask.assign(static_cast<std::size_t>(made.lines.points()), 1);
  return made;
}

/// Calls with every output.
template <class Real, int D>
void ask_for_all(executor const& on, inputs<Real, D> const& in, simplify_options const& options) {
  const auto points = static_cast<std::size_t>(in.lines.points()), series = static_cast<std::size_t>(in.lines.series());
  keep_mask mask(points);
  std::vector<std::int64_t> counts(series), offsets(series + 1), indices(points), segment_offsets(series + 1),
      segments(2 * points);
  std::vector<Real> kept(points * D);
  simplify_outputs<Real, D> out;
  out.keep_mask = mask.data();
  out.kept_counts = counts.data();
  out.kept_offsets = offsets.data();
  out.kept_indices = indices.data();
  out.kept_points = kept.data();
  out.segment_offsets = segment_offsets.data();
  out.segments = segments.data();
  simplify(on, in.lines.view(), options, out);
  max_deviation(on, in.lines.view(), options, in.mask.data());
}

} // namespace

TEST_CASE_TEMPLATE("calls leave their inputs untouched", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const inputs<Real, D> before = made_inputs<Real, D>();
  const inputs<Real, D> in = before;
  for_each_engine([&](executor const& on, engine with) {
    for (metric by : all_metrics)
      for (bool closed : {false, true}) {
        if (closed && D == 1)
          continue;
        INFO("engine ", to_string(with), " on ", on.name(), ", metric ", to_string(by), ", closed ", closed);
        const auto options = simplify_options{}
                                 .tolerances(in.tolerances.data(), 50)
                                 .metric(by)
                                 .engine(with)
                                 .closed(closed)
                                 .invalid(invalid::ignore);
        ask_for_all(on, in, options);
        CHECK(in == before);
      }
  });
}

TEST_CASE_TEMPLATE("refused calls leave their inputs untouched", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  inputs<Real, D> before = made_inputs<Real, D>();
  before.tolerances.back() = -1;
  const inputs<Real, D> in = before;
  for_each_engine([&](executor const& on, engine with) {
    INFO("engine ", to_string(with), " on ", on.name());
    const auto options = simplify_options{}.engine(with);
    CHECK_THROWS_AS(ask_for_all(on, in, simplify_options(options).tolerance(1)), invalid_argument);
    CHECK(in == before);
    CHECK_THROWS_AS(
        ask_for_all(on, in, simplify_options(options).tolerances(in.tolerances.data(), 50).invalid(invalid::ignore)),
        invalid_argument);
    CHECK(in == before);
  });
}
