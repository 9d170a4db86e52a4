// SPDX-License-Identifier: MIT
#include "geos_geometries.hpp"

#include <geos_c.h>

#include <stdexcept>

namespace thrustline::bench {

class geos_geometries::implementation {
public:
  implementation()
      : handle(GEOS_init_r()), reader(GEOSWKBReader_create_r(handle)), writer(GEOSWKBWriter_create_r(handle)) {}
  implementation(implementation const&) = delete;
  implementation& operator=(implementation const&) = delete;

  ~implementation() {
    clear();
    GEOSWKBReader_destroy_r(handle, reader);
    GEOSWKBWriter_destroy_r(handle, writer);
    GEOS_finish_r(handle);
  }

  void clear() {
    for (GEOSGeometry* geometry : geometries)
      GEOSGeom_destroy_r(handle, geometry);
    geometries.clear();
  }

  GEOSContextHandle_t handle;
  GEOSWKBReader* reader;
  GEOSWKBWriter* writer;
  std::vector<GEOSGeometry*> geometries;
};

geos_geometries::geos_geometries() : of_(std::make_unique<implementation>()) {}
geos_geometries::~geos_geometries() = default;

std::string geos_geometries::name() const { return std::string("GEOS ") + GEOSversion(); }

void geos_geometries::read(std::vector<std::uint8_t> const& bytes, std::vector<std::int64_t> const& offsets) {
  of_->clear();
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    of_->geometries.push_back(GEOSWKBReader_read_r(of_->handle, of_->reader, bytes.data() + offsets[i],
                                                   static_cast<std::size_t>(offsets[i + 1] - offsets[i])));
    if (!of_->geometries.back())
      throw std::runtime_error("GEOSWKBReader_read_r failed");
  }
}

void geos_geometries::coordinates(std::vector<double>& xy) const {
  double* to = xy.data();
  for (const GEOSGeometry* polygon : of_->geometries) {
    const GEOSCoordSequence* const points =
        GEOSGeom_getCoordSeq_r(of_->handle, GEOSGetExteriorRing_r(of_->handle, polygon));
    unsigned size = 0;
    if (!GEOSCoordSeq_getSize_r(of_->handle, points, &size) ||
        !GEOSCoordSeq_copyToBuffer_r(of_->handle, points, to, 0, 0))
      throw std::runtime_error("GEOSCoordSeq_copyToBuffer_r failed");
    to += 2 * size;
  }
}

std::int64_t geos_geometries::write() const {
  std::int64_t bytes = 0;
  for (const GEOSGeometry* geometry : of_->geometries) {
    std::size_t size = 0;
    unsigned char* const written = GEOSWKBWriter_write_r(of_->handle, of_->writer, geometry, &size);
    if (!written)
      throw std::runtime_error("GEOSWKBWriter_write_r failed");
    GEOSFree_r(of_->handle, written);
    bytes += static_cast<std::int64_t>(size);
  }
  return bytes;
}

} // namespace thrustline::bench
