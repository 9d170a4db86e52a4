// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/polylines.hpp>

namespace thrustline {

/// Earth-centred, earth-fixed coordinates in metres (EPSG:4978) of places on the WGS 84 ellipsoid: x towards longitude
/// 0 on the equator, y towards 90 degrees east, z towards the North Pole. They are what metric::great_ellipse computes
/// with.
///
/// degrees: longitudes and latitudes; longitudes may go round any number of times, up to +-10^12. Where series begin
/// does not matter. ecef: 3 * points values in the same kind of memory as the points; may not overlap the input. Each
/// is right to 3 nanometres, and the same from every executor, bit by bit. Longitudes whole turns apart give the same
/// place wherever the turn was added without rounding; so do all longitudes at a pole.
///
/// Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. Reads only the input; writes
/// only the output and the executor's workspace. Synchronises: yes.
/// Throws: invalid_point for a latitude beyond +-90, a longitude beyond the bound, and a number that is not finite; the
/// output is then unspecified. cuda_error; out_of_memory.
/// Work: one pass over the points.
///
/// Instantiated for float and double. The function for one place is in geometry/ecef.hpp.
template <class Real>
void to_ecef(executor const& on, polylines<Real, 2> const& degrees, double* ecef);

} // namespace thrustline
