// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "made_lines.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The points of `inner` are points of `outer`.
bool nested(keep_mask const& inner, keep_mask const& outer) {
  for (std::size_t i = 0; i < inner.size(); ++i)
    if (inner[i] && !outer[i])
      return false;
  return true;
}

/// The same points with the dropped ones marked absent, so that a series keeps its abscissas.
template <class Real, int D>
std::vector<Real> without_dropped(std::vector<Real> coordinates, keep_mask const& mask) {
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (!mask[i])
      coordinates[i * D] = std::numeric_limits<Real>::quiet_NaN();
  return coordinates;
}

template <class Real, int D>
std::vector<Real> kept_only(std::vector<Real> const& coordinates, keep_mask const& mask) {
  std::vector<Real> kept;
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (mask[i])
      kept.insert(kept.end(), coordinates.begin() + i * D, coordinates.begin() + (i + 1) * D);
  return kept;
}

} // namespace

TEST_CASE_TEMPLATE("a larger tolerance keeps a subset", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  CHECK(rc::check("nesting on a grid", [](grid_line<Real, D> const& line, metric by, engine with) {
    const double a = *tolerances(), b = *tolerances();
    const auto options = simplify_options{}.metric(by);
    return on_every_executor(with, [&](executor const& on, engine e) {
      const auto with_a = ask(on, line.view(), simplify_options(options).engine(e).tolerance(std::min(a, b))).mask;
      const auto with_b = ask(on, line.view(), simplify_options(options).engine(e).tolerance(std::max(a, b))).mask;
      RC_ASSERT(nested(with_b, with_a));
    });
  }));
  for_each_kind<Real, D>(3000, 200, 51, [](kind const& of, std::vector<Real> const& points) {
    const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
    for (metric by : all_metrics) {
      INFO(of.name, ", metric ", to_string(by));
      keep_mask finer(static_cast<std::size_t>(line.points), 1);
      for (double factor : {0.0, 0.1, 0.5, 1.0, 3.0, 10.0, 1e9}) {
        const keep_mask coarser =
            simplify_mask(executor::cpu(1), line, simplify_options{}.metric(by).tolerance(factor * of.tolerance));
        CHECK(nested(coarser, finer));
        finer = coarser;
      }
    }
  });
}

TEST_CASE_TEMPLATE("simplifying a simplified line drops nothing", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  const auto check = [](executor const& on, std::vector<Real> const& points, simplify_options options) {
    const polyline<Real, D> line(points.data(), static_cast<std::int64_t>(points.size()) / D);
    const keep_mask first = simplify_mask(on, line, options);
    const std::vector<Real> absent = without_dropped<Real, D>(points, first);
    RC_ASSERT(simplify_mask(on, polyline<Real, D>(absent.data(), line.points), options.invalid(invalid::ignore)) ==
              first);
    if constexpr (D > 1) {
      const std::vector<Real> kept = kept_only<Real, D>(points, first);
      const auto n = static_cast<std::int64_t>(kept.size()) / D;
      RC_ASSERT(simplify_mask(on, polyline<Real, D>(kept.data(), n), options) == keep_mask(n, 1));
    }
  };
  CHECK(rc::check("idempotence on a grid", [&](grid_line<Real, D> const& line, metric by, engine with) {
    const double tolerance = *tolerances();
    return on_every_executor(with, [&](executor const& on, engine e) {
      check(on, line.coordinates, simplify_options{}.metric(by).tolerance(tolerance).engine(e));
    });
  }));
  CHECK(rc::check("idempotence on a walk", [&](std::uint64_t seed, metric by, engine with) {
    const double tolerance = *tolerances();
    const auto points = make<Real, D>("walk", *rc::gen::inRange<std::int64_t>(0, 2000), seed);
    return on_every_executor(with, [&](executor const& on, engine e) {
      check(on, points, simplify_options{}.metric(by).tolerance(tolerance).engine(e));
    });
  }));
}

TEST_CASE_TEMPLATE("an infinite tolerance keeps only the ends", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  CHECK(rc::check("infinite tolerance", [](grid_line<Real, D> const& line, metric by, engine with) {
    keep_mask ends(static_cast<std::size_t>(line.points()), 0);
    if (!ends.empty())
      ends.front() = ends.back() = 1;
    return on_every_executor(with, [&](executor const& on, engine e) {
      const auto options = simplify_options{}.metric(by).engine(e).tolerance(std::numeric_limits<double>::infinity());
      RC_ASSERT(simplify_mask(on, line.view(), options) == ends);
    });
  }));
}

TEST_CASE("a distance equal to the tolerance does not split") {
  // 3-4-5: the middle point is exactly 3 from the line, and 5 from either end.
  const std::vector<double> up{-4, 0, 0, 3, 4, 0};
  for (double tolerance : {std::nextafter(3.0, 0.0), 3.0}) {
    const auto options = simplify_options{}.tolerance(tolerance);
    answer expected{{1, static_cast<std::uint8_t>(tolerance < 3), 1}, {}};
    expected.report = reference(polyline<double, 2>(up.data(), 3), options).report;
    for (metric by : all_metrics)
      check_every_engine(polyline<double, 2>(up.data(), 3), simplify_options(options).metric(by), expected);
  }
}
