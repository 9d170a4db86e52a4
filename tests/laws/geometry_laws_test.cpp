// SPDX-License-Identifier: MIT
#include <cmath>

#include "made_lines.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D>
keep_mask mask_of(std::vector<Real> const& points, simplify_options const& options) {
  return reference(polyline<Real, D>(points.data(), static_cast<std::int64_t>(points.size()) / D), options).mask;
}

template <class Real, class F>
std::vector<Real> mapped(std::vector<Real> points, F f) {
  for (Real& x : points)
    x = f(x);
  return points;
}

} // namespace

TEST_CASE_TEMPLATE("scaling everything by a power of two changes nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(1500, 150, 61, [](kind const& of, std::vector<Real> const& points) {
    // The ordinates of a series scale against its index only in the metric that never mixes the two.
    for (metric by : all_metrics) {
      if (D == 1 && by != metric::vertical)
        continue;
      for (double tolerance : {0.3 * of.tolerance, of.tolerance}) {
        const double rounded = static_cast<Real>(tolerance);
        const auto options = simplify_options{}.metric(by);
        const keep_mask expected = mask_of<Real, D>(points, simplify_options(options).tolerance(rounded));
        for (int k : {-30, -7, -1, 1, 4, 13, 40}) {
          INFO(of.name, ", metric ", to_string(by), ", tolerance ", tolerance, ", times 2^", k);
          const auto scaled = mapped(points, [k](Real x) { return std::ldexp(x, k); });
          const auto larger = simplify_options(options).tolerance(std::ldexp(rounded, k));
          CHECK(difference(mask_of<Real, D>(scaled, larger), expected) == "");
        }
      }
    }
  });
}

TEST_CASE_TEMPLATE("a mirror image has the same mask", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for_each_kind<Real, D>(1500, 150, 62, [](kind const& of, std::vector<Real> const& points) {
    for (metric by : all_metrics)
      for (int axis = 0; axis < D; ++axis) {
        INFO(of.name, ", metric ", to_string(by), ", axis ", axis);
        std::vector<Real> mirrored = points;
        for (std::size_t i = axis; i < mirrored.size(); i += D)
          mirrored[i] = -mirrored[i];
        const auto options = simplify_options{}.metric(by).tolerance(0.4 * of.tolerance);
        CHECK(difference(mask_of<Real, D>(mirrored, options), mask_of<Real, D>(points, options)) == "");
      }
  });
}

TEST_CASE_TEMPLATE("an exact translation changes nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  for (const std::string name : {"plateaus", "collinear runs", "integer noise", "binary noise", "ties"}) {
    const std::vector<Real> points = make<Real, D>(name, 300, 63);
    for (metric by : all_metrics)
      for (double tolerance : {0.0, 1.25, 3.0}) {
        INFO(name, ", metric ", to_string(by), ", tolerance ", tolerance);
        const auto options = simplify_options{}.metric(by).tolerance(tolerance);
        const auto moved = mapped(points, [](Real x) { return x + Real(1 << 20); });
        CHECK(difference(mask_of<Real, D>(moved, options), mask_of<Real, D>(points, options)) == "");
      }
  }
}

TEST_CASE_TEMPLATE("a series equals the planar line against its index", Real, float, double) {
  CHECK(rc::check("series and line", [](std::uint64_t seed, metric by) {
    kind const& of = kinds()[*rc::gen::inRange<std::size_t>(0, kinds().size())];
    const std::vector<Real> values = make<Real, 1>(of, *rc::gen::inRange<std::int64_t>(0, 300), seed);
    std::vector<Real> line;
    for (std::size_t i = 0; i < values.size(); ++i)
      line.insert(line.end(), {static_cast<Real>(i), values[i]});
    const auto options = simplify_options{}.metric(by).tolerance(*tolerances());
    RC_ASSERT((mask_of<Real, 1>(values, options) == mask_of<Real, 2>(line, options)));
  }));
}

TEST_CASE_TEMPLATE("exchanging the axes of the plane changes nothing", Real, float, double) {
  for_each_kind<Real, 2>(1500, 150, 64, [](kind const& of, std::vector<Real> const& points) {
    std::vector<Real> turned;
    for (std::size_t i = 0; i < points.size(); i += 2)
      turned.insert(turned.end(), {points[i + 1], points[i]});
    for (metric by : {metric::line, metric::segment}) {
      INFO(of.name, ", metric ", to_string(by));
      const auto options = simplify_options{}.metric(by).tolerance(0.4 * of.tolerance);
      CHECK(difference(mask_of<Real, 2>(turned, options), mask_of<Real, 2>(points, options)) == "");
    }
  });
}
