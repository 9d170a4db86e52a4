// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "simplify/gpu/bounded/box_search.cuh"
#include "simplify/gpu/bounded/call_memory.cuh"
#include "simplify/gpu/bounded/finish_deep.cuh"

/// The long segments: split by teams of warps that search boxes and share a queue, until all that is left is short.
namespace thrustline::gpu {

/// The segments that wait for a team, and those that wait for a warp. Segments of at most Outcome::short_steps are
/// short: they are left to finish_short.
template <class Outcome>
struct long_queues {
  static_assert(Outcome::short_steps >= least_short_steps, "there is room for all");
  using queue = segment_queue<Outcome::reads_marks>;
  queue of_teams, of_warps;
  std::int64_t most_steps; ///< of a segment for a single warp
  short_queue shorts;      ///< or none, if nobody finishes short segments yet

  /// By one thread: splitting does not end yet.
  __device__ void hold() const {
    of_teams.hold();
    of_warps.hold();
  }

  /// By one thread. Short segments are between marked ends.
  template <class Index>
  __device__ void put(leveled_segment<Index> const& s) const {
    const Index steps = s.ends.last - s.ends.first;
    if (steps > most_steps)
      of_teams.put(s);
    else if (steps > Outcome::short_steps)
      of_warps.put(s);
  }
};

/// Marks a series' ends and queues it, if it is long. By one thread.
template <class Outcome, class Index>
__device__ void begin_one(detail::chord_ends<Index> const& ends, segment_ends const& marked,
                          long_queues<Outcome> const& queues) {
  marked.mark(ends.first, 1);
  marked.mark(ends.last, 1);
  queues.template put<Index>({ends, 1});
}

/// The same for every series; holds both queues until splitting begins.
template <class Outcome, class Index>
__global__ void __launch_bounds__(256) begin_series(const detail::chord_ends<Index>* series, Index count,
                                                    segment_ends marked, long_queues<Outcome> queues) {
  const std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (s == 0)
    queues.hold();
  if (s >= count)
    return;
  const detail::chord_ends<Index> ends = series[s];
  if (ends.first <= ends.last) // else no point is valid
    begin_one(ends, marked, queues);
}

/// What a team needs in shared memory.
template <int Warps, class Index, class Real>
struct split_memory {
  static constexpr int most_kept = 32;
  leveled_segment<Index> kept[most_kept]; ///< halves that the team does not hand over
  opened_boxes<Warps, Index, Real> opened;
  waiting_segments<Index> waiting;
  deferred_segments<Index, Warps == 1 ? 1 : 4> deferred; ///< for those of a team there is more room
  leveled_segment<Index> taken;                          ///< or as it was when last looked at for a spine
  bool more;
};

/// The next segment of the queue, for the whole team; false: there is none.
template <int Warps, class Queue, class Index, class Real>
__device__ bool take_segment(warp_team<Warps> team, Queue const& queue, leveled_segment<Index>& s,
                             split_memory<Warps, Index, Real>& memory) {
  team.wait();
  if (team.leads())
    memory.more = queue.take(memory.taken);
  team.wait();
  s = memory.taken;
  return memory.more;
}

/// Whether the team leaves segment s to the spines: for all of it, which goes on with s after a cut.
template <int Warps, class Index, class Real>
__device__ bool left_to_spines(warp_team<Warps> team, leveled_segment<Index> const& s, bool dense,
                               spine_list const& spines, split_memory<Warps, Index, Real>& memory) {
  team.wait();
  if (team.leads()) {
    memory.more = spines.put(memory.taken, s, dense);
    memory.taken = s;
  }
  team.wait();
  return memory.more;
}

/// Where a segment was dense, all points of its halves are ranked, but for every so many levels; and a team goes on
/// with halves of more than so few steps.
inline constexpr unsigned dense_levels = 16;
inline constexpr int least_dense_steps = 1024;

/// Splits the segments that wait for teams of so many warps, a team a segment. It goes on with one half, the longer if
/// both are for such teams, and queues the other, or comes back to it itself if it has at most `own_steps`, unless that
/// half is a spine. Short halves are between marked ends. Only below the highest of these, where they no longer tell
/// the level, the halves are searched for it here, as far as it matters; finish_short comes to the same cuts once more.
/// Beside: the short halves go into their queue too, which is told how many cuts there were. `finished` is called by a
/// warp behind each segment that was taken. Returns the deepest level.
///
/// The leaders alone read and write the caller's marks, each after it has taken the segment or made its ends: so the
/// queue's order is all that they need.
template <class Outcome, bool Beside, int Warps, class Index, class Real, int D, class Metric, class Tolerance,
          class Finished>
__device__ unsigned split_queued(warp_team<Warps> team, typename long_queues<Outcome>::queue const& queue,
                                 long_queues<Outcome> const& queues, const point<Real, D>* points,
                                 box_tree<Real, D> const& tree, flow::skipping<Metric, Real, D> const& metric,
                                 Tolerance const& tolerance, Index own_steps, segment_ends const& marked,
                                 typename Outcome::mark* marks, spine_list const& spines,
                                 split_memory<Warps, Index, Real>& ours, Finished finished) {
  const Index least = Warps > 1 ? static_cast<Index>(queues.most_steps) : Outcome::short_steps;
  const auto deepest_of = [&](detail::chord_ends<Index> const& short_one, unsigned level, unsigned deepest) {
    return deepest_level(short_one, level, deepest, points, metric, tolerance, ours.waiting, team.lane);
  };
  if (team.warp == 0)
    ours.deferred.begin(team.lane);
  unsigned deepest = 0, cuts = 0;
  int kept = 0;
  for (leveled_segment<Index> s; kept > 0 || take_segment(team, queue, s, ours);) {
    if (kept > 0) {
      team.wait();
      s = ours.kept[--kept];
      if (team.leads())
        ours.taken = s;
    }
    point<Real, D> from = points[s.ends.first], to = points[s.ends.last];
    bool dense = false;
    for (bool more = true; more;) {
      deepest = max(deepest, s.level);
      const Index first = s.ends.first, last = s.ends.last;
      const Real most = tolerance(first);
      const auto chord = metric.metric(from, to, last - first);
      box_search<Warps, Index, Real, D, decltype(chord)> search(team, tree, points, metric.valid, metric.skip, s.ends,
                                                                chord, chord.harmless_rank(most), ours.opened);
      const indexed<Real, Index> farthest = dense ? search.farthest_of_all() : search.farthest(dense);
      const Index cut = farthest.index;
      if (cut == first)
        break;
      const point<Real, D> middle = points[cut];
      Real distance(0);
      if constexpr (Outcome::reads_marks)
        distance = chord.distance(middle, cut - first);
      if (!(Outcome::reads_marks ? distance > most : detail::exceeds(chord, farthest.value, middle, cut - first, most)))
        break;
      ++s.level;
      if (Beside)
        ++cuts;
      if (team.leads()) {
        marked.mark(cut, s.level);
        marks[cut] = Outcome::combine(distance, marks[first], marks[last]);
      }

      more = false;
#pragma unroll 1
      for (int h = 0; h < 2; ++h) {
        const bool left = (h == 0) == (cut - first > last - cut); // the longer half first: more levels are below it
        const detail::chord_ends<Index> half{left ? first : cut, left ? cut : last};
        const Index steps = half.last - half.first;
        if (steps <= Outcome::short_steps) {
          if (s.level >= highest_mark && team.warp == 0)
            ours.deferred.keep(half, s.level, deepest, team.lane, deepest_of);
          if (Beside && steps > 1 && team.leads())
            queues.shorts.template put<Index>({half, s.level});
        } else if (!more && steps > (Warps > 1 && dense ? least_dense_steps : least)) {
          s.ends = half;
          more = true;
        } else if (steps <= own_steps && kept < ours.most_kept) {
          if (team.leads())
            ours.kept[kept] = {half, s.level};
          ++kept;
        } else if (team.leads()) {
          queues.template put<Index>({half, s.level});
        }
      }
      (s.ends.first == first ? to : from) = middle;
      if (more && s.level % spine_look == 0)
        more = !left_to_spines(team, s, dense, spines, ours);
      dense = dense && s.level % dense_levels != 0;
    }
    if (kept == 0 && team.warp == 0)
      finished();
  }
  if (team.warp == 0)
    ours.deferred.finish(deepest, team.lane, deepest_of);
  if (Beside && team.leads() && cuts > 0)
    atomicAdd(&queues.shorts.state->cuts, static_cast<unsigned long long>(cuts));
  return deepest;
}

/// Threads of a block that splits long segments. Of doubles a large team would leave no registers to those who finish.
template <bool Beside, class Real>
inline constexpr int splitting_threads = 32 * (Beside && sizeof(Real) == sizeof(float) ? large_team_warps : team_warps);

/// Splits all long segments. The first `teams` blocks that arrive split those for teams; when these are done, they join
/// the others, each of whose warps splits segments by itself. Beside finish_short the one that finishes the last
/// segment closes the queue of short ones. single: the points of the only series, if nobody has queued it, else 0.
template <class Outcome, bool Beside, class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(splitting_threads<Beside, Real>,
                                  (sizeof(Real) == sizeof(float) ? 1024 : 768) / splitting_threads<Beside, Real>)
    split_long(const point<Real, D>* points, const __grid_constant__ box_tree<Real, D> tree,
               long_queues<Outcome> queues, flow::skipping<Metric, Real, D> metric, Tolerance tolerance,
               Index own_steps, Index single, segment_ends marked, typename Outcome::mark* marks, unsigned teams,
               spine_list spines, call_state* state) {
  constexpr int block_warps = splitting_threads<Beside, Real> / 32;
  wait_for_turn();
  let_next_begin(); // only now: finish_short may not wait for this kernel, but counts on those before
  __shared__ union {
    split_memory<block_warps, Index, Real> of_team;
    split_memory<1, Index, Real> of_warps[block_warps];
  } memory;
  __shared__ unsigned arrived;
  const warp_team<block_warps> team;
  const warp_team<1> alone;
  const unsigned warps = gridDim.x * block_warps;
  const auto finished = [&] {
    if (queues.of_warps.finished(alone.lane, warps) && Beside && alone.lane == 0)
      queues.shorts.close();
  };
  // While a team has work, there may be more for single warps.
  const auto finished_by_team = [&] {
    if (queues.of_teams.finished(team.lane, teams))
      finished();
  };

  if (threadIdx.x == 0)
    arrived = atomicAdd(&state->arrived, 1u);
  __syncthreads();
  if (arrived == 0 && team.warp == 0) {
    if (single > 0 && team.leads()) {
      queues.hold();
      __threadfence(); // before anyone finds anything in the queues
      begin_one<Outcome, Index>({0, single - 1}, marked, queues);
    }
    finished_by_team(); // what held the queues
  }
  unsigned deepest = 0;
  if (arrived < teams)
    deepest = split_queued<Outcome, Beside>(team, queues.of_teams, queues, points, tree, metric, tolerance, Index(0),
                                            marked, marks, spines, memory.of_team, finished_by_team);
  __syncthreads();
  deepest = max(deepest,
                split_queued<Outcome, Beside>(alone, queues.of_warps, queues, points, tree, metric, tolerance,
                                              own_steps, marked, marks, spines, memory.of_warps[team.warp], finished));
  if (alone.lane == 0 && deepest > 0)
    atomicMax(&state->levels, static_cast<unsigned long long>(deepest));
}

/// Of a multiprocessor's memory, where finish_short is to run beside split_long: room for one block that splits and six
/// that finish. Measured, as what is not shared memory is cache.
inline constexpr int shared_percent_beside = 57;

/// Launches split_long for `count` points, which are a single series that is still to be queued, or in the queues.
/// Beside: finish_short is going to run beside it.
template <bool Beside, class Outcome, class Index, class Real, int D, class Metric, class Tolerance>
void split_all(cudaStream_t stream, const point<Real, D>* points, Index count, box_tree<Real, D> const& boxes,
               long_queues<Outcome> const& queues, flow::skipping<Metric, Real, D> const& metric, Tolerance tolerance,
               bool single, segment_ends const& marked, typename Outcome::mark* marks, spine_list const& spines,
               call_state* state) {
  const auto split = split_long<Outcome, Beside, Index, Real, D, Metric, Tolerance>;
  constexpr int threads = splitting_threads<Beside, Real>;
  std::int64_t blocks = std::min(splitting_blocks(count, Outcome::short_steps), blocks_that_fit(split, threads, 0));
  if (Beside) // and room beside each of them for those who finish
    blocks = std::min<std::int64_t>(blocks, device_attribute(cudaDevAttrMultiProcessorCount));
  // Half of the blocks for teams at most: there is work for single warps soon.
  const auto teams = static_cast<unsigned>(std::min<std::int64_t>(count / team_steps, (blocks + 1) / 2));
  // So few steps that nobody waits long for the last warp.
  const auto own_steps = static_cast<Index>(count / (threads / 4 * blocks));
  launch_in_turn({stream, Beside ? shared_percent_beside : cudaSharedmemCarveoutDefault}, split, blocks, threads, 0,
                 points, boxes, queues, metric, tolerance, own_steps, single ? count : Index(0), marked, marks, teams,
                 spines, state);
}

} // namespace thrustline::gpu
