// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/algorithms/detail/open_segments.hpp>

/// Depth first on the device: a group of threads takes an open segment and splits it to the end, as rdp_recursive does.
///
/// A level of the loop over primitives costs a dozen launches and a wait, however little is open. Where many levels of
/// few points are left (quantised noise needs thousands), a group that keeps a segment to itself needs neither.
namespace thrustline::cuda {

using detail::chord_ends;
using detail::open_view;

/// A group's place in its block and, for groups larger than a warp, the room to exchange values.
template <int Group, class Candidate>
struct group_of_threads {
  static constexpr unsigned all = 0xffffffffu;
  static constexpr int warps = Group / 32;

  Candidate* exchange; ///< `warps` candidates in shared memory
  int lane;

  __device__ void wait() const {
    if constexpr (Group == 32)
      __syncwarp();
    else
      __syncthreads();
  }

  __device__ static Candidate reduce_warp(Candidate best) {
    for (int distance = 16; distance > 0; distance /= 2) {
      Candidate other;
      other.value = __shfl_xor_sync(all, best.value, distance);
      other.index = __shfl_xor_sync(all, best.index, distance);
      best = greater_or_first{}(best, other);
    }
    return best;
  }

  /// The greatest of the group's candidates, for every thread.
  __device__ Candidate reduce(Candidate best) const {
    best = reduce_warp(best);
    if constexpr (Group > 32) {
      if (lane % 32 == 0)
        exchange[lane / 32] = best;
      __syncthreads();
      best = reduce_warp(exchange[lane % 32 < warps ? lane % 32 : 0]);
      __syncthreads();
    }
    return best;
  }
};

/// What the groups of a launch share.
struct finish_state {
  unsigned long long next;   ///< the next segment to take
  unsigned long long levels; ///< most levels of a segment
};

/// Splits segment `s` to the end. Returns its levels. `waiting` holds 64 ends in shared memory: the shorter half goes
/// first, so that each waiting segment is at least as long as all the work above it.
template <int Group, class Index, class Rank, class Points, class Metric, class Tolerance>
__device__ unsigned finish_segment(group_of_threads<Group, indexed<Rank, Index>> group, chord_ends<Index> s,
                                   Points points, Metric metric, Tolerance tolerance, std::uint8_t* mask,
                                   chord_ends<Index>* waiting, unsigned* waiting_levels) {
  unsigned levels = 0, level = 1;
  int top = 0;
  for (;;) {
    if (s.last - s.first > 1) {
      levels = levels < level ? level : levels;
      const auto chord = metric(points[s.first], points[s.last], s.last - s.first);
      indexed<Rank, Index> best{Rank(-1), s.first};
#pragma unroll 4
      for (Index step = 1 + group.lane; step < s.last - s.first; step += Group)
        if (const Rank r = chord.rank(points[s.first + step], step); r > best.value)
          best = {r, s.first + step};
      const indexed<Rank, Index> cut = group.reduce(best);
      if (cut.value >= Rank(0) && chord.distance(points[cut.index], cut.index - s.first) > tolerance(cut.index)) {
        const chord_ends<Index> left{s.first, cut.index}, right{cut.index, s.last};
        const bool left_shorter = left.last - left.first < right.last - right.first;
        if (group.lane == 0) {
          mask[cut.index] = 1;
          waiting[top] = left_shorter ? right : left;
          waiting_levels[top] = level + 1;
        }
        ++top;
        ++level;
        s = left_shorter ? left : right;
        continue;
      }
    }
    if (top == 0)
      return levels;
    group.wait();
    s = waiting[--top];
    level = waiting_levels[top];
    group.wait();
  }
}

/// Finishes the open segments with `shortest` to `longest` points inside, a group a segment, taken from a queue.
template <int Group, int Block, class Index, class Rank, class Points, class Metric, class Tolerance>
__global__ void __launch_bounds__(Block)
    finish_segments(open_view<Index, Rank> open, Index segments, Index shortest, Index longest, Points points,
                    Metric metric, Tolerance tolerance, std::uint8_t* mask, finish_state* state) {
  using candidate = indexed<Rank, Index>;
  constexpr int groups = Block / Group, depth = 64;
  __shared__ candidate exchange[Group > 32 ? Group / 32 : 1];
  __shared__ chord_ends<Index> waiting[groups][depth];
  __shared__ unsigned waiting_levels[groups][depth];
  __shared__ unsigned long long taken[groups];

  const int g = threadIdx.x / Group;
  const group_of_threads<Group, candidate> group{exchange, static_cast<int>(threadIdx.x) % Group};
  unsigned levels = 0;
  for (;;) {
    if (group.lane == 0)
      taken[g] = atomicAdd(&state->next, 1ull);
    group.wait();
    const unsigned long long mine = taken[g];
    group.wait();
    if (mine >= static_cast<unsigned long long>(segments))
      break;
    const Index s = static_cast<Index>(mine);
    const Index inside = open.offsets[s + 1] - open.offsets[s];
    if (inside < shortest || inside > longest)
      continue;
    const unsigned below =
        finish_segment(group, open.ends(s), points, metric, tolerance, mask, waiting[g], waiting_levels[g]);
    levels = levels < below ? below : levels;
  }
  if (group.lane == 0 && levels > 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(levels));
}

} // namespace thrustline::cuda
