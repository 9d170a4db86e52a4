// SPDX-License-Identifier: MIT
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/arcs.hpp>
#include <thrustline/map_checks.hpp>

#include "layer_bounds.hpp"
#include "real_data.hpp"
#include "skip.hpp"

#if defined(THRUSTLINE_TEST_GEOS)
#include <geos_c.h>
#endif

using namespace thrustline;
using namespace thrustline::test;

namespace {

#if defined(THRUSTLINE_TEST_GEOS)
/// The number of faces between lines that meet at their ends alone.
int faces(ragged<double> const& lines) {
  const GEOSContextHandle_t geos = GEOS_init_r();
  std::vector<GEOSGeometry*> geometries;
  for (std::size_t l = 0; l + 1 < lines.offsets.size(); ++l) {
    const std::int64_t begin = lines.offsets[l], points = lines.offsets[l + 1] - begin;
    GEOSCoordSequence* const xy = GEOSCoordSeq_create_r(geos, static_cast<unsigned>(points), 2);
    for (std::int64_t i = 0; i < points; ++i)
      GEOSCoordSeq_setXY_r(geos, xy, static_cast<unsigned>(i), lines.values[static_cast<std::size_t>(2 * (begin + i))],
                           lines.values[static_cast<std::size_t>(2 * (begin + i) + 1)]);
    geometries.push_back(GEOSGeom_createLineString_r(geos, xy));
  }
  GEOSGeometry* const polygons = GEOSPolygonize_r(geos, geometries.data(), static_cast<unsigned>(geometries.size()));
  REQUIRE(polygons != nullptr);
  const int count = GEOSGetNumGeometries_r(geos, polygons);
  GEOSGeom_destroy_r(geos, polygons);
  for (GEOSGeometry* const g : geometries)
    GEOSGeom_destroy_r(geos, g);
  GEOS_finish_r(geos);
  return count;
}
#endif

} // namespace

TEST_CASE("counties keep faces and borders, within the tolerance") {
  const auto counties = read<2>(find_file("us_counties.lines.csv"), "counties of the USA");
  if (!counties)
    return;
  const executor on = executor::cpu(2);
  const line_arcs<double> arcs = build_arcs(on, counties->view());
  CHECK(arcs.view().series <= counties->series()); // the file has each border once, but for some of two points
  const crossing_counts given = count_crossings(on, arcs.view());
  CHECK(given.pairs() <= 10); // coordinates are those of a grid, whose rounding has made some borders meet
  for (double tolerance : {0.001, 0.01, 0.05, 0.2}) {
    const auto options = simplify_options{}.tolerance(tolerance).topology(topology::both);
    const mask keep = check_bounds(arcs.view(), tolerance);
    const ragged<double> kept = simplify_points(on, arcs.view(), options);
    CHECK(crossings_of(arcs.view(), keep) <= given.crossings);
#if defined(THRUSTLINE_TEST_GEOS)
    CHECK(faces(kept) >= faces({arcs.arcs.values, arcs.arcs.offsets})); // more, where borders do not meet any longer
#endif
  }
#if !defined(THRUSTLINE_TEST_GEOS)
  skip("faces between counties: built without GEOS");
#endif
}
