// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// What the engines make of a cut: as on CPU cores, a kept point or its significance.
///
/// cuts() tells whether a segment of the warp's points is cut at its farthest, and notes what that point is then marked
/// with; by a lane alone or, cuts_for_all(), by all lanes of one segment. `mark` is what the caller gets for each
/// point, combine() what it is for a cut. `by_rank`: whether its rank may be all that tells of a cut. `reads_marks`:
/// whether combine() depends on the ends' marks. `shared_bytes`: of shared memory for each of the warp's points.
/// `short_steps`: engine `bounded` leaves segments of at most so many steps to its finish; measured.
namespace thrustline::gpu {

/// A segment and the point where it may be cut.
struct cut_segment {
  int first, cut, last;
};

/// For a mask: the cuts' bits tell all.
template <int ShortSteps>
struct keep_outcome_with {
  using mark = std::uint8_t;
  static constexpr bool by_rank = true, reads_marks = false;
  static constexpr int shared_bytes = 0, short_steps = ShortSteps;

  static __device__ keep_outcome_with in(unsigned char*) { return {}; }

  template <class Real>
  static __device__ mark combine(Real, mark, mark) {
    return 1;
  }

  template <class Chord, class Rank, class P, class Real>
  __device__ bool cuts(Chord const& chord, Rank rank, P const& p, cut_segment s, Real tolerance) const {
    return detail::exceeds(chord, rank, p, s.cut - s.first, tolerance);
  }

  template <class Chord, class Rank, class P, class Real>
  __device__ bool cuts_for_all(Chord const& chord, Rank rank, P const& p, cut_segment s, Real tolerance, int) const {
    return uniform(cuts(chord, rank, p, s, tolerance));
  }

  __device__ void read(int, const mark*) const {}
  __device__ mark of(int) const { return 1; }
};

using keep_outcome = keep_outcome_with<512>;

/// For engine `bounded`: where points are large a warp keeps fewer in shared memory, so that there is room for more
/// warps.
template <class P>
using keep_outcome_of = keep_outcome_with<(sizeof(P) <= 8 ? 512 : 256)>;

/// For significance: a cut is marked with the least distance on its path, its own included.
///
/// The least distance above a segment is the lesser mark of its two ends: one of them is the last cut on the segment's
/// path, whose mark has all distances on that path in it, and the other, an earlier one on it or an end of the series,
/// has no less. So nothing is handed down beside the marks.
template <class Real>
struct significance_outcome {
  using mark = Real;
  static constexpr bool by_rank = false, reads_marks = true;
  static constexpr int shared_bytes = sizeof(Real), short_steps = 256;

  Real* marks; ///< in shared memory

  static __device__ significance_outcome in(unsigned char* memory) { return {reinterpret_cast<Real*>(memory)}; }

  static __device__ mark combine(Real distance, mark first, mark last) { return fmin(distance, fmin(first, last)); }

  template <class Chord, class Rank, class P>
  __device__ bool cuts(Chord const& chord, Rank, P const& p, cut_segment s, Real tolerance) const {
    const Real distance = chord.distance(p, s.cut - s.first);
    const bool cut = distance > tolerance;
    if (cut)
      marks[s.cut] = combine(distance, marks[s.first], marks[s.last]);
    return cut;
  }

  template <class Chord, class Rank, class P>
  __device__ bool cuts_for_all(Chord const& chord, Rank, P const& p, cut_segment s, Real tolerance, int lane) const {
    const Real distance = chord.distance(p, s.cut - s.first);
    const bool cut = uniform(distance > tolerance);
    if (cut && lane == 0)
      marks[s.cut] = combine(distance, marks[s.first], marks[s.last]);
    __syncwarp(); // they all see it from here on
    return cut;
  }

  __device__ void read(int i, const mark* from) const { marks[i] = *from; }
  __device__ mark of(int i) const { return marks[i]; }
};

} // namespace thrustline::gpu
