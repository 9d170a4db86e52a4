// SPDX-License-Identifier: MIT
#include "geos_wkb.hpp"

#include <geos_c.h>

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace thrustline::test {
namespace {

GEOSContextHandle_t geos() {
  static const std::unique_ptr<GEOSContextHandle_HS, decltype(&GEOS_finish_r)> owned(GEOS_init_r(), &GEOS_finish_r);
  return owned.get();
}

/// Deletes what GEOS has made.
struct destroyer {
  void operator()(GEOSGeometry* g) const { GEOSGeom_destroy_r(geos(), g); }
  void operator()(GEOSWKBReader* r) const { GEOSWKBReader_destroy_r(geos(), r); }
  void operator()(GEOSWKBWriter* w) const { GEOSWKBWriter_destroy_r(geos(), w); }
  void operator()(GEOSWKTReader* r) const { GEOSWKTReader_destroy_r(geos(), r); }
  void operator()(GEOSWKTWriter* w) const { GEOSWKTWriter_destroy_r(geos(), w); }
  void operator()(char* text) const { GEOSFree_r(geos(), text); }
  void operator()(unsigned char* bytes) const { GEOSFree_r(geos(), bytes); }
};

template <class T>
using owned = std::unique_ptr<T, destroyer>;

template <class T>
owned<T> made(T* thing, const char* by) {
  if (!thing)
    throw std::runtime_error(std::string(by) + " failed");
  return owned<T>(thing);
}

owned<GEOSGeometry> read(byte_string const& wkb) {
  const auto reader = made(GEOSWKBReader_create_r(geos()), "GEOSWKBReader_create_r");
  return made(GEOSWKBReader_read_r(geos(), reader.get(), wkb.data(), wkb.size()), "GEOSWKBReader_read_r");
}

byte_string write(GEOSGeometry const& geometry, geos_flavor const& flavor) {
  const auto writer = made(GEOSWKBWriter_create_r(geos()), "GEOSWKBWriter_create_r");
  GEOSWKBWriter_setByteOrder_r(geos(), writer.get(), flavor.big_endian ? GEOS_WKB_XDR : GEOS_WKB_NDR);
  GEOSWKBWriter_setFlavor_r(geos(), writer.get(), flavor.extended ? GEOS_WKB_EXTENDED : GEOS_WKB_ISO);
  GEOSWKBWriter_setIncludeSRID_r(geos(), writer.get(), flavor.extended && flavor.srid != 0);
  GEOSWKBWriter_setOutputDimension_r(geos(), writer.get(), 3);
  std::size_t size = 0;
  const auto bytes = made(GEOSWKBWriter_write_r(geos(), writer.get(), &geometry, &size), "GEOSWKBWriter_write_r");
  return {bytes.get(), bytes.get() + size};
}

/// The kept points of a line string or ring; moves `keep`.
GEOSCoordSequence* kept_points(const GEOSGeometry* line, const std::uint8_t*& keep) {
  const GEOSCoordSequence* const all = GEOSGeom_getCoordSeq_r(geos(), line);
  unsigned points = 0, kept = 0;
  GEOSCoordSeq_getSize_r(geos(), all, &points);
  for (unsigned i = 0; i < points; ++i)
    kept += keep[i] != 0;
  unsigned dimensions = 2;
  GEOSCoordSeq_getDimensions_r(geos(), all, &dimensions);
  GEOSCoordSequence* const some = GEOSCoordSeq_create_r(geos(), kept, dimensions);
  for (unsigned i = 0, to = 0; i < points; ++i) {
    if (*keep++ == 0)
      continue;
    for (unsigned d = 0; d < dimensions; ++d) {
      double value = 0;
      GEOSCoordSeq_getOrdinate_r(geos(), all, i, d, &value);
      GEOSCoordSeq_setOrdinate_r(geos(), some, to, d, value);
    }
    ++to;
  }
  return some;
}

GEOSGeometry* rebuilt(const GEOSGeometry* geometry, const std::uint8_t*& keep) {
  const int type = GEOSGeomTypeId_r(geos(), geometry);
  if (GEOSisEmpty_r(geos(), geometry) || type == GEOS_POINT || type == GEOS_MULTIPOINT)
    return GEOSGeom_clone_r(geos(), geometry);
  if (type == GEOS_LINESTRING)
    return GEOSGeom_createLineString_r(geos(), kept_points(geometry, keep));
  std::vector<GEOSGeometry*> parts;
  if (type == GEOS_POLYGON) {
    const auto ring = [&](const GEOSGeometry* from) {
      return made(GEOSGeom_createLinearRing_r(geos(), kept_points(from, keep)), "GEOSGeom_createLinearRing_r")
          .release();
    };
    GEOSGeometry* const shell = ring(GEOSGetExteriorRing_r(geos(), geometry));
    for (int hole = 0; hole < GEOSGetNumInteriorRings_r(geos(), geometry); ++hole)
      parts.push_back(ring(GEOSGetInteriorRingN_r(geos(), geometry, hole)));
    return GEOSGeom_createPolygon_r(geos(), shell, parts.data(), static_cast<unsigned>(parts.size()));
  }
  for (int member = 0; member < GEOSGetNumGeometries_r(geos(), geometry); ++member)
    parts.push_back(rebuilt(GEOSGetGeometryN_r(geos(), geometry, member), keep));
  return GEOSGeom_createCollection_r(geos(), type, parts.data(), static_cast<unsigned>(parts.size()));
}

} // namespace

byte_string geos_wkb(std::string const& wkt, geos_flavor const& flavor) {
  const auto reader = made(GEOSWKTReader_create_r(geos()), "GEOSWKTReader_create_r");
  const auto geometry = made(GEOSWKTReader_read_r(geos(), reader.get(), wkt.c_str()), "GEOSWKTReader_read_r");
  GEOSSetSRID_r(geos(), geometry.get(), flavor.srid);
  return write(*geometry, flavor);
}

std::string geos_wkt(byte_string const& wkb) {
  const auto geometry = read(wkb);
  const auto writer = made(GEOSWKTWriter_create_r(geos()), "GEOSWKTWriter_create_r");
  GEOSWKTWriter_setOutputDimension_r(geos(), writer.get(), 3);
  const auto text = made(GEOSWKTWriter_write_r(geos(), writer.get(), geometry.get()), "GEOSWKTWriter_write_r");
  return "SRID=" + std::to_string(GEOSGetSRID_r(geos(), geometry.get())) + ";" + text.get();
}

byte_string geos_without_dropped(byte_string const& wkb, geos_flavor const& flavor,
                                 std::vector<std::uint8_t> const& keep) {
  const std::uint8_t* next = keep.data();
  const auto geometry = made(rebuilt(read(wkb).get(), next), "GEOS, which builds the geometry");
  GEOSSetSRID_r(geos(), geometry.get(), flavor.srid);
  return write(*geometry, flavor);
}

bool geos_is_valid(byte_string const& wkb) { return GEOSisValid_r(geos(), read(wkb).get()) == 1; }

} // namespace thrustline::test
