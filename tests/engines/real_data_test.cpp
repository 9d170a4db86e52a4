// SPDX-License-Identifier: MIT
#include <cstdint>

#include "compare.hpp"
#include "real_data.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D, class Metric>
void check_by_replay(batch<Real, D> const& lines, Metric by, metric name, Real tolerance, answer const& got) {
  std::int64_t levels = 0;
  for (std::int64_t s = 0; s < lines.series(); ++s) {
    const replay_result replayed = replay<Real, D, Metric>(lines.view(s).coordinates, lines.size(s), by, name)
                                       .check(tolerance, got.mask.data() + lines.offsets[s]);
    levels = std::max(levels, replayed.levels);
    if (!replayed)
      FAIL_CHECK("series " << s << ": " << replayed.problem);
  }
  CHECK(got.report.levels == levels);
}

/// Checks the masks of one file in all metrics, and replays them in the usual metric of such data.
template <class Real, int D>
void check_file(batch<Real, D> const& lines, double tolerance) {
  constexpr metric usual = D == 1 ? metric::vertical : metric::segment;
  CAPTURE(sizeof(Real));
  CAPTURE(tolerance);
  for_each_metric([&](auto by, metric name) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.tolerance(tolerance).metric(name);
    const answer expected = reference(lines.view(), options);
    CHECK(expected.report.kept < lines.points());
    if (name == usual)
      check_by_replay(lines, by, name, static_cast<Real>(tolerance), expected);
    check_every_engine(lines.view(), options, expected);
  });
}

template <int D>
void check_file(real_file const& file) {
  const auto lines = read<D>(file, "engines on real data");
  if (!lines)
    return;
  INFO(file.name, ", ", lines->series(), " series, ", lines->points(), " points");
  CHECK(lines->points() > 1000);
  check_file(*lines, file.tolerance);
  check_file(as<float>(*lines), file.tolerance);
}

/// Twice the area of a triangle.
long double turn(const double* a, const double* b, const double* c) {
  const long double bx = static_cast<long double>(b[0]) - a[0], by = static_cast<long double>(b[1]) - a[1];
  return bx * (static_cast<long double>(c[1]) - a[1]) - by * (static_cast<long double>(c[0]) - a[0]);
}

} // namespace

TEST_CASE("every engine gives the same mask on every file of real data") {
  for (real_file const& file : real_files()) {
    if (file.dimensions == 1)
      check_file<1>(file);
    else
      check_file<2>(file);
  }
}

TEST_CASE("closed rings of real coasts give one answer") {
  for (const std::string name : {"islands_british_columbia.geojson", "islands_with_lakes_canada.wkt"}) {
    real_file const& file = find_file(name);
    const auto lines = read<2>(file, "engines on real rings");
    if (!lines)
      continue;
    const auto options = simplify_options{}.tolerance(file.tolerance).closed(true);
    check_every_engine(lines->view(), options, reference(lines->view(), options));
  }
}

TEST_CASE("small islands stay rings with a width, at any tolerance") {
  const auto lines = read<2>(find_file("islands_british_columbia.geojson"), "small rings of real coasts");
  if (!lines)
    return;
  REQUIRE(lines->series() == 5529);
  const keep_mask rings(static_cast<std::size_t>(lines->series()), 1);
  for (double tolerance : {0.01, 0.05})
    for (ring_start start : {ring_start::first, ring_start::least}) {
      INFO("tolerance ", tolerance, start == ring_start::least ? ", from the least point" : "");
      const auto options = simplify_options{}
                               .tolerance(tolerance)
                               .rings(rings.data(), lines->series())
                               .ring_start(start)
                               .ring_minimum(ring_minimum::keep);
      check_every_engine(lines->view(), options, reference(lines->view(), options));
      const ragged<double> kept = simplify_points(executor::cpu(2), lines->view(), options);
      for (std::int64_t s = 0; s < lines->series(); ++s) {
        const std::int64_t first = kept.offsets[s], last = kept.offsets[s + 1] - 1;
        REQUIRE(last - first + 1 >= 4);
        const double* const xy = kept.values.data();
        REQUIRE((xy[2 * first] == xy[2 * last] && xy[2 * first + 1] == xy[2 * last + 1]));
        bool flat = true; // all points on one line
        for (std::int64_t i = first; i + 1 < last; ++i)
          flat = flat && turn(xy + 2 * first, xy + 2 * i, xy + 2 * (i + 1)) == 0;
        REQUIRE(!flat);
      }
      const keep_mask mask = reference(lines->view(), options).mask;
      CHECK(max_deviation(executor::cpu(2), lines->view(), options, mask.data()) <= tolerance);
      const simplify_options bare = simplify_options(options).ring_minimum(ring_minimum::none);
      std::int64_t small = 0;
      for (std::int64_t count : simplify_counts(executor::cpu(2), lines->view(), bare))
        small += count < 4;
      CHECK(small > 1000); // what the rule is for
    }
}
