// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/bounded/box_search.cuh"
#include "cuda/bounded/finish_deep.cuh"
#include "cuda/bounded/segment_queue.cuh"

/// The long segments: split by teams of warps that search boxes and share a queue, until all that is left is short.
namespace thrustline::cuda {

/// Segments of more steps are for all warps of a block; the others for one warp each.
inline constexpr int team_steps = 16384;
/// Warps of a block.
inline constexpr int team_warps = 8;

/// A byte for each point: 0, or for the ends of series 1, for other ends of segments 1 + the level of the segment that
/// they cut, at most 255. So the level of any segment is the greater of its ends' marks.
using level_mark = std::uint8_t;
inline constexpr unsigned highest_mark = 255;

/// The segments that wait for a team, and those that wait for a warp. Segments of at most Outcome::short_steps are
/// short: they are left to finish_short.
template <class Outcome>
struct long_queues {
  segment_queue of_teams, of_warps;

  /// By one thread. Short segments are in the marks.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    const Index steps = s.ends.last - s.ends.first;
    if (steps > team_steps)
      of_teams.put(s);
    else if (steps > Outcome::short_steps)
      of_warps.put(s);
  }
};

/// Marks the ends of every series and queues the long ones.
template <class Outcome, class Index>
__global__ void __launch_bounds__(256)
    begin_series(const detail::chord_ends<Index>* series, Index count, level_mark* marks, long_queues<Outcome> queues) {
  const std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (s >= count)
    return;
  const detail::chord_ends<Index> ends = series[s];
  if (ends.first > ends.last)
    return; // no valid point
  marks[ends.first] = 1;
  marks[ends.last] = 1;
  queues.template put<Index>({ends, 1});
}

/// What a team needs in shared memory.
template <int Warps, class Index, class Real>
struct split_memory {
  opened_boxes<Warps, Index, Real> opened;
  waiting_segments<Index> waiting;
  leveled_segment<Index> taken;
  bool more;
};

/// The next segment of the queue, for the whole team; false: there is none.
template <int Warps, class Index, class Real>
__device__ bool take_segment(warp_team<Warps> team, segment_queue const& queue, leveled_segment<Index>& s,
                             split_memory<Warps, Index, Real>& memory) {
  team.wait();
  if (team.leads())
    memory.more = queue.take(memory.taken);
  team.wait();
  s = memory.taken;
  return memory.more;
}

/// Splits the segments that wait for teams of so many warps, a team a segment. It goes on with one half and queues the
/// other. Short halves are in the level marks. Only below the highest of these, where they no longer tell the level,
/// the halves' levels are found at once; finish_short comes to the same cuts once more.
///
/// The leaders alone read and write the caller's marks, each after it has taken the segment or made its ends: so the
/// queue's order is all that they need.
template <class Outcome, int Warps, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(32 * team_warps)
    split_long(const point<Real, D>* points, box_tree<Real, D> tree, long_queues<Outcome> queues,
               flow::skipping<Metric, Real, D> metric, Tolerance tolerance, level_mark* level_marks,
               typename Outcome::mark* marks) {
  constexpr int least = Warps > 1 ? team_steps : Outcome::short_steps;
  __shared__ split_memory<Warps, Index, Real> memory[team_warps / Warps];
  const warp_team<Warps> team;
  split_memory<Warps, Index, Real>& ours = memory[threadIdx.x / (32 * Warps)];
  segment_queue const& queue = Warps > 1 ? queues.of_teams : queues.of_warps;
  unsigned deepest = 0;
  for (leveled_segment<Index> s; take_segment(team, queue, s, ours);) {
    for (bool more = true; more;) {
      deepest = max(deepest, s.level);
      const Index first = s.ends.first, last = s.ends.last;
      const Real most = tolerance(first);
      const auto chord = metric.metric(points[first], points[last], last - first);
      box_search<Warps, Index, Real, D, decltype(chord)> search(team, tree, points, metric.valid, metric.skip, s.ends,
                                                                chord, chord.harmless_rank(most), ours.opened);
      const Index cut = search.farthest().index;
      if (cut == first)
        break;
      const Real distance = chord.distance(points[cut], cut - first);
      if (!(distance > most))
        break;
      ++s.level;
      if (team.leads()) {
        level_marks[cut] = static_cast<level_mark>(min(s.level, highest_mark));
        marks[cut] = Outcome::combine(distance, marks[first], marks[last]);
      }

      const detail::chord_ends<Index> halves[2] = {{first, cut}, {cut, last}};
      more = false;
      for (auto const& half : halves) {
        const Index steps = half.last - half.first;
        if (steps <= Outcome::short_steps) {
          if (s.level >= highest_mark && team.warp == 0)
            deepest = max(deepest, deepest_level(half, s.level, points, metric, tolerance, ours.waiting, team.lane));
        } else if (!more && steps > least) {
          s.ends = half;
          more = true;
        } else if (team.leads()) {
          queues.template put<Index>({half, s.level});
        }
      }
    }
    if (team.leads())
      queue.finished();
  }
  if (team.leads() && deepest > 0)
    atomicMax(&queues.of_warps.state->levels, static_cast<unsigned long long>(deepest));
}

} // namespace thrustline::cuda
