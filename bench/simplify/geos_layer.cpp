// SPDX-License-Identifier: MIT
#include <geos_c.h>

#include <stdexcept>

#include "peer_lines.hpp"

namespace thrustline::bench {
namespace {

class layer : public peer_lines {
public:
  layer(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) : handle_(GEOS_init_r()) {
    std::vector<GEOSGeometry*> polygons;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      const auto n = static_cast<unsigned>(offsets[s + 1] - offsets[s]);
      GEOSCoordSequence* const points = GEOSCoordSeq_create_r(handle_, n, 2);
      for (unsigned i = 0; i < n; ++i) {
        const double* const p = &xy[2 * static_cast<std::size_t>(offsets[s] + i)];
        GEOSCoordSeq_setXY_r(handle_, points, i, p[0], p[1]);
      }
      GEOSGeometry* const ring = GEOSGeom_createLinearRing_r(handle_, points);
      if (!ring)
        throw std::runtime_error("line " + std::to_string(s) + " is no ring");
      polygons.push_back(GEOSGeom_createPolygon_r(handle_, ring, nullptr, 0));
    }
    whole_ = GEOSGeom_createCollection_r(handle_, GEOS_MULTIPOLYGON, polygons.data(),
                                         static_cast<unsigned>(polygons.size()));
  }

  layer(layer const&) = delete;
  layer& operator=(layer const&) = delete;

  ~layer() override {
    GEOSGeom_destroy_r(handle_, whole_);
    GEOS_finish_r(handle_);
  }

  std::string name() const override { return std::string("GEOS ") + GEOSversion(); }

  std::int64_t simplify(double tolerance) override {
    GEOSGeometry* const simplified = GEOSTopologyPreserveSimplify_r(handle_, whole_, tolerance);
    if (!simplified)
      throw std::runtime_error("GEOSTopologyPreserveSimplify_r failed");
    const std::int64_t kept = GEOSGetNumCoordinates_r(handle_, simplified);
    GEOSGeom_destroy_r(handle_, simplified);
    return kept;
  }

private:
  GEOSContextHandle_t handle_;
  GEOSGeometry* whole_ = nullptr;
};

} // namespace

std::unique_ptr<peer_lines> geos_layer(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) {
  return std::make_unique<layer>(xy, offsets);
}

} // namespace thrustline::bench
