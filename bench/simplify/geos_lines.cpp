// SPDX-License-Identifier: MIT
#include <geos_c.h>

#include <stdexcept>

#include "peer_lines.hpp"

namespace thrustline::bench {
namespace {

class geos : public peer_lines {
public:
  geos(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) : handle_(GEOS_init_r()) {
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      const auto n = static_cast<unsigned>(offsets[s + 1] - offsets[s]);
      if (n < 2)
        continue;
      GEOSCoordSequence* const points = GEOSCoordSeq_create_r(handle_, n, 2);
      for (unsigned i = 0; i < n; ++i) {
        const double* const p = &xy[2 * static_cast<std::size_t>(offsets[s] + i)];
        GEOSCoordSeq_setXY_r(handle_, points, i, p[0], p[1]);
      }
      lines_.push_back(GEOSGeom_createLineString_r(handle_, points));
    }
  }

  geos(geos const&) = delete;
  geos& operator=(geos const&) = delete;

  ~geos() override {
    for (GEOSGeometry* line : lines_)
      GEOSGeom_destroy_r(handle_, line);
    GEOS_finish_r(handle_);
  }

  std::string name() const override { return std::string("GEOS ") + GEOSversion(); }

  std::int64_t simplify(double tolerance) override {
    std::int64_t kept = 0;
    for (const GEOSGeometry* line : lines_) {
      GEOSGeometry* const simplified = GEOSSimplify_r(handle_, line, tolerance);
      if (!simplified)
        throw std::runtime_error("GEOSSimplify_r failed");
      kept += GEOSGetNumCoordinates_r(handle_, simplified);
      GEOSGeom_destroy_r(handle_, simplified);
    }
    return kept;
  }

private:
  GEOSContextHandle_t handle_;
  std::vector<GEOSGeometry*> lines_;
};

} // namespace

std::unique_ptr<peer_lines> geos_lines(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) {
  return std::make_unique<geos>(xy, offsets);
}

} // namespace thrustline::bench
