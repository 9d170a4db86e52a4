// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

/// What the engines make of a cut, as on CPU cores: a kept point, or its significance. An outcome has these members:
///
/// mark               what the caller gets for each point
/// by_rank            whether the rank of a point may be enough to decide on a cut
/// reads_marks        whether combine() depends on the marks of the segment's ends
/// shared_bytes       shared memory for each of the warp's points
/// short_steps        the most steps of a segment that engine `bounded` leaves to finish_short; measured
/// in(memory)         the outcome of a warp, with its shared memory
/// combine(d, a, b)   the mark of a cut at distance d, of a segment whose ends have the marks a and b
/// cuts(...)          whether a segment of the warp's points is cut at its farthest; notes the mark of that point.
///                    Called by single lanes, each for its own segment
/// cuts_for_all(...)  the same, called by all lanes for one segment
/// read(i, from)      takes the mark of point i, the end of a segment, from the caller's marks
/// of(i)              the mark of point i, a cut
namespace thrustline::gpu {

/// A segment and the point where it may be cut.
struct cut_segment {
  int first, cut, last;
};

/// The outcome of a mask: the bits of the cuts are all that is wanted.
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

/// The outcome of a mask in engine `bounded`: a warp keeps fewer points in shared memory if they are large, which
/// leaves room for more warps.
template <class P>
using keep_outcome_of = keep_outcome_with<(sizeof(P) <= 8 ? 512 : 256)>;

/// The outcome of significance: a cut is marked with the least distance on its path, its own included.
///
/// The least distance above a segment is the lesser mark of its two ends. One of them is the last cut on the segment's
/// path, whose mark accounts for all distances on that path; the other is an earlier cut on it, or an end of the
/// series, and its mark is no less. So the marks are all that is handed down.
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
    __syncwarp(); // from here on all lanes see the mark
    return cut;
  }

  __device__ void read(int i, const mark* from) const { marks[i] = *from; }
  __device__ mark of(int i) const { return marks[i]; }
};

} // namespace thrustline::gpu
