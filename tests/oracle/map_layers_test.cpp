// SPDX-License-Identifier: MIT
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/simplify.hpp>

#include "formats/dataset.hpp"
#include "skip.hpp"

#if defined(THRUSTLINE_TEST_GEOS)
#include <geos_c.h>
#endif

using namespace thrustline;
using namespace thrustline::test;
namespace program = thrustline_program;

namespace {

#if defined(THRUSTLINE_TEST_GEOS)
/// Whether GEOS finds all polygons of a GeoJSON text valid as one multipolygon: none crosses or overlaps another.
bool is_valid_layer(std::string const& geojson) {
  const GEOSContextHandle_t geos = GEOS_init_r();
  GEOSGeoJSONReader* const reader = GEOSGeoJSONReader_create_r(geos);
  GEOSGeometry* const layer = GEOSGeoJSONReader_readGeometry_r(geos, reader, geojson.c_str());
  REQUIRE(layer != nullptr);
  std::vector<GEOSGeometry*> polygons;
  for (int k = 0; k < GEOSGetNumGeometries_r(geos, layer); ++k) {
    const GEOSGeometry* const feature = GEOSGetGeometryN_r(geos, layer, k);
    for (int j = 0; j < GEOSGetNumGeometries_r(geos, feature); ++j)
      polygons.push_back(GEOSGeom_clone_r(geos, GEOSGetGeometryN_r(geos, feature, j)));
  }
  REQUIRE(polygons.size() > 1000);
  GEOSGeometry* const whole =
      GEOSGeom_createCollection_r(geos, GEOS_MULTIPOLYGON, polygons.data(), static_cast<unsigned>(polygons.size()));
  const char valid = GEOSisValid_r(geos, whole);
  GEOSGeom_destroy_r(geos, whole);
  GEOSGeom_destroy_r(geos, layer);
  GEOSGeoJSONReader_destroy_r(geos, reader);
  GEOS_finish_r(geos);
  REQUIRE(valid != 2);
  return valid == 1;
}

std::string text_of(program::dataset const& data, std::vector<std::uint8_t> const& keep) {
  std::ostringstream text;
  write_kept(text, data, keep);
  return text.str();
}
#endif

} // namespace

TEST_CASE("the islands of British Columbia stay valid as one layer") {
  const std::string file = THRUSTLINE_DATA_DIR "/islands_british_columbia.geojson";
  if (!std::filesystem::exists(file))
    return skip("the islands of British Columbia: no such file");
  const program::dataset islands = program::read_dataset(file, {});
  const polylines<double, 2> rings(islands.coordinates.data(), islands.points(), islands.offsets.data(),
                                   islands.series());
  struct expectation {
    double tolerance;
    std::int64_t kept;
  };
  for (const expectation& of : {expectation{0.001, 85281}, {0.01, 28136}, {0.05, 23714}})
    for (const int threads : {1, 2}) {
      std::vector<std::uint8_t> keep(static_cast<std::size_t>(rings.points));
      const auto options = simplify_options{}.tolerance(of.tolerance).topology(topology::both);
      CHECK(simplify(executor::cpu(threads), rings, options, keep.data()).kept == of.kept);
      CHECK(max_deviation(executor::cpu(threads), rings, options, keep.data()) <= of.tolerance);
#if defined(THRUSTLINE_TEST_GEOS)
      if (threads == 1)
        CHECK(is_valid_layer(text_of(islands, keep)));
#endif
    }
#if defined(THRUSTLINE_TEST_GEOS)
  const auto apart = simplify_options{}.tolerance(0.01).topology(topology::within); // islands cross each other
  CHECK_FALSE(is_valid_layer(text_of(islands, simplify_mask(executor::cpu(1), rings, apart))));
#else
  skip("validity of the layer: built without GEOS");
#endif
}
