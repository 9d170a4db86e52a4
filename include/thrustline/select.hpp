// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/simplify.hpp>

namespace thrustline {

/// Counts of one call of select().
struct select_report {
  std::int64_t kept = 0;     ///< points that the mask keeps
  std::int64_t segments = 0; ///< segments between kept neighbours, the closing edges of rings included; 0 if not wanted
};

/// Writes the points that a mask keeps, in any of the forms that simplify() writes: their coordinates, indices and
/// segments, counts and offsets of the series. The mask may come from anywhere: from an earlier call, from a threshold
/// of significance(), or from another program.
///
/// keep_mask: `points` values in the same kind of memory as the points; a value other than 0 keeps its point. If
/// outputs.keep_mask is wanted, it is the mask in zeros and ones. options: `closed` and `rings` alone are read.
/// `closed` says whether a segment leads from the last kept point of a series to its first. A kept last point of a
/// series that `rings` names stands for the first kept one.
///
/// A capacity of the outputs that is too small is an invalid_argument that names it and the number needed; nothing is
/// written beyond it. Coordinates are copied without a look at them: NaN passes through.
///
/// Memory: a CUDA executor takes host or device memory (host memory is copied there and back, coordinates only if
/// kept_points is wanted), a CPU executor host memory only. Reads only the input; writes only the outputs and the
/// executor's workspace: up to 8 bytes a point, 8 bytes a series for each array of offsets that is not wanted, and a
/// copy of each output whose capacity is below `points`.
/// Synchronises: yes; the outputs are ready on return.
/// Throws: invalid_argument with the argument and the value or index; cuda_error; out_of_memory. After a throw the
/// outputs are unspecified and the executor stays usable.
/// Work: two passes over the mask, one over the kept points for each of the other outputs.
///
/// Instantiated for float and double, D = 1, 2, 3.
template <class Real, int D>
select_report select(executor const& on, polylines<Real, D> const& lines, simplify_options const& options,
                     const std::uint8_t* keep_mask, simplify_outputs<Real, D> const& outputs);

/// select() for open series.
template <class Real, int D>
select_report select(executor const& on, polylines<Real, D> const& lines, const std::uint8_t* keep_mask,
                     simplify_outputs<Real, D> const& outputs) {
  return select(on, lines, simplify_options{}, keep_mask, outputs);
}

} // namespace thrustline
