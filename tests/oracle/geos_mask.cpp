// SPDX-License-Identifier: MIT
#include <geos_c.h>

#include <memory>
#include <stdexcept>

#include "peers.hpp"

namespace thrustline::test {

keep_mask geos_mask(std::vector<double> const& xy, double tolerance) {
  static const std::unique_ptr<GEOSContextHandle_HS, decltype(&GEOS_finish_r)> owned(GEOS_init_r(), &GEOS_finish_r);
  const GEOSContextHandle_t geos = owned.get();
  const auto destroy = [geos](GEOSGeometry* geometry) { GEOSGeom_destroy_r(geos, geometry); };
  using geometry = std::unique_ptr<GEOSGeometry, decltype(destroy)>;

  // GEOS keeps z: as the index it identifies the kept points, repeated ones too.
  const auto n = static_cast<unsigned>(xy.size() / 2);
  GEOSCoordSequence* const points = GEOSCoordSeq_create_r(geos, n, 3);
  for (unsigned i = 0; i < n; ++i)
    GEOSCoordSeq_setXYZ_r(geos, points, i, xy[2 * i], xy[2 * i + 1], i);
  const geometry line(GEOSGeom_createLineString_r(geos, points), destroy);
  const geometry simplified(GEOSSimplify_r(geos, line.get(), tolerance), destroy);
  if (!simplified)
    throw std::runtime_error("GEOSSimplify_r failed");

  keep_mask mask(n, 0);
  const GEOSCoordSequence* const kept = GEOSGeom_getCoordSeq_r(geos, simplified.get());
  unsigned count = 0;
  GEOSCoordSeq_getSize_r(geos, kept, &count);
  for (unsigned k = 0; k < count; ++k) {
    double index = -1;
    GEOSCoordSeq_getZ_r(geos, kept, k, &index);
    mask.at(static_cast<std::size_t>(index)) = 1;
  }
  return mask;
}

} // namespace thrustline::test
