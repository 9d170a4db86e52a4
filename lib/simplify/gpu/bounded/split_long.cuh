// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "simplify/gpu/bounded/box_search.cuh"
#include "simplify/gpu/bounded/deep_levels.cuh"
#include "simplify/gpu/bounded/long_queues.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// The kernel that splits long segments: teams of warps search boxes and share queues, until only short segments are
/// left.
namespace thrustline::gpu {

/// After a dense segment all points of its halves are ranked; every `dense_levels` levels boxes are tried again.
inline constexpr unsigned dense_levels = 16;
/// A team goes on with halves of a dense segment down to this many steps.
inline constexpr int least_dense_steps = 1024;

/// Halves that a warp alone comes back to, in shared memory; teams queue theirs.
template <int Warps, class Index>
struct own_halves {};
template <class Index>
struct own_halves<1, Index> {
  static constexpr int room = 32;
  leveled_segment<Index> halves[room];
};

/// What a team needs in shared memory. A team of many warps defers more short segments.
template <int Warps, class Index, class Real>
struct split_memory {
  own_halves<Warps, Index> own;
  opened_boxes<Warps, Index, Real> opened;
  deep_memory<Index, Warps == 1 ? 1 : 4> deep;
  leveled_segment<Index> taken; ///< the segment taken, as it was at the last look for a spine
  bool more;
};

/// Splits the segments of one queue, by one team, a segment at a time. It goes on with one half, the longer one if both
/// are long enough for the team, and leaves the other. Short halves stay between marked ends; where their level is too
/// deep for marks, their deepest level is searched here, as far as it matters, and finish_short finds the same cuts
/// again. Overlapped: short halves enter their queue, too.
///
/// Only the leader reads and writes the caller's marks, after it has taken the segment or made its ends: so the order
/// of the queue is all that the marks need.
template <bool Overlapped, int Warps, class Problem>
class segment_splitter {
  using Outcome = typename Problem::outcome;
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  using point_type = typename Problem::point_type;

public:
  using queue_type = typename long_queues<Outcome>::queue;
  using memory_type = split_memory<Warps, Index, Real>;

  /// own_steps: the most steps of a half that a warp alone keeps for itself
  __device__ segment_splitter(warp_team<Warps> team, Problem const& problem, long_queues<Outcome> const& queues,
                              Index own_steps, memory_type& memory)
      : team_(team), problem_(problem), queues_(queues), own_steps_(own_steps), memory_(memory),
        least_(Warps > 1 ? static_cast<Index>(queues.most_steps) : Outcome::short_steps) {}

  /// Splits until the queue ends. One warp calls finished() after each segment taken. Returns the deepest level.
  template <class Finished>
  __device__ unsigned split(queue_type const& queue, Finished const& finished) {
    if (team_.warp == 0)
      memory_.deep.deferred.begin(team_.lane);
    for (leveled_segment<Index> s; take(queue, s);) {
      split_down(s);
      if (own_ == 0 && team_.warp == 0)
        finished();
    }
    if (team_.warp == 0)
      memory_.deep.deferred.finish(deepest_, team_.lane, depth());
    if (Overlapped && team_.leads() && cuts_ > 0)
      atomicAdd(&queues_.shorts.state->cuts, static_cast<unsigned long long>(cuts_));
    return deepest_;
  }

private:
  /// Where a segment is cut.
  struct cut_place {
    bool exists;
    bool dense; ///< whether the segment is dense, see box_search
    Index at;
    point_type point;
    Real distance; ///< known only where marks are read
  };

  /// The next segment, for the whole team: one of its own halves, else one of the queue. False: the queue has ended.
  __device__ bool take(queue_type const& queue, leveled_segment<Index>& s) {
    team_.wait();
    if constexpr (Warps == 1)
      if (own_ > 0) {
        s = memory_.own.halves[--own_];
        if (team_.leads())
          memory_.taken = s;
        return true;
      }
    if (team_.leads())
      memory_.more = queue.take(memory_.taken);
    team_.wait();
    s = memory_.taken;
    return memory_.more;
  }

  /// Cuts s and goes on with one half, until there is no cut or no half for this team.
  __device__ void split_down(leveled_segment<Index> s) {
    point_type from = problem_.points[s.ends.first], to = problem_.points[s.ends.last];
    bool dense = false;
    for (bool more = true; more;) {
      deepest_ = max(deepest_, s.level);
      const cut_place cut = find_cut(s.ends, from, to, dense);
      dense = cut.dense;
      if (!cut.exists)
        break;
      const Index first = s.ends.first;
      ++s.level;
      mark(s, cut);
      more = dispatch_halves(s, cut.at, dense);
      (s.ends.first == first ? to : from) = cut.point;
      if (more && s.level % spine_look == 0)
        more = !left_to_spines(s, dense);
      dense = dense && s.level % dense_levels != 0;
    }
  }

  /// Searches the farthest point between the points `from` and `to`: among all points if the segment before was dense,
  /// else by boxes.
  __device__ cut_place find_cut(detail::chord_ends<Index> const& ends, point_type const& from, point_type const& to,
                                bool dense) {
    const Real tolerance = problem_.tolerance(ends.first);
    const auto chord = problem_.metric.metric(from, to, ends.last - ends.first);
    using search_type = box_search<Warps, Problem, std::decay_t<decltype(chord)>>;
    search_type search(team_, problem_, ends, chord, chord.harmless_rank(tolerance), memory_.opened);
    const auto found =
        dense ? typename search_type::result{search.farthest_of_all(), true} : search.farthest_by_boxes();
    cut_place cut{false, found.dense, found.farthest.index, {}, Real(0)};
    if (cut.at == ends.first)
      return cut;
    const Index step = cut.at - ends.first;
    cut.point = problem_.points[cut.at];
    if constexpr (Outcome::reads_marks) {
      cut.distance = chord.distance(cut.point, step);
      cut.exists = cut.distance > tolerance;
    } else {
      cut.exists = detail::exceeds(chord, found.farthest.value, cut.point, step, tolerance);
    }
    return cut;
  }

  /// Marks a cut of segment s; its halves are on s.level.
  __device__ void mark(leveled_segment<Index> const& s, cut_place const& cut) {
    if (Overlapped)
      ++cuts_;
    if (team_.leads()) {
      problem_.ends.mark(cut.at, s.level);
      problem_.marks[cut.at] =
          Outcome::combine(cut.distance, problem_.marks[s.ends.first], problem_.marks[s.ends.last]);
    }
  }

  /// Leaves the halves of s, but for one with which the team goes on: s becomes that half. Returns whether there is
  /// one.
  __device__ bool dispatch_halves(leveled_segment<Index>& s, Index cut, bool dense) {
    const Index first = s.ends.first, last = s.ends.last;
    bool more = false;
#pragma unroll 1
    for (int h = 0; h < 2; ++h) {
      const bool left = (h == 0) == (cut - first > last - cut); // the longer half first: more levels are below it
      const detail::chord_ends<Index> half{left ? first : cut, left ? cut : last};
      if (!more && half.last - half.first > (Warps > 1 && dense ? least_dense_steps : least_)) {
        s.ends = half;
        more = true;
      } else {
        leave({half, s.level});
      }
    }
    return more;
  }

  /// Leaves a half to whoever splits such segments.
  __device__ void leave(leveled_segment<Index> const& half) {
    const Index steps = half.ends.last - half.ends.first;
    if (steps <= Outcome::short_steps) {
      if (half.level >= highest_mark && team_.warp == 0)
        memory_.deep.deferred.keep(half, deepest_, team_.lane, depth());
      if (Overlapped && steps > 1 && team_.leads())
        queues_.shorts.put(half);
      return;
    }
    if constexpr (Warps == 1)
      if (steps <= own_steps_ && own_ < memory_.own.room) {
        if (team_.leads())
          memory_.own.halves[own_] = half;
        ++own_;
        return;
      }
    if (team_.leads())
      queues_.put(half);
  }

  /// Whether segment s was queued as a spine, in which case the team leaves it. The same for the whole team.
  __device__ bool left_to_spines(leveled_segment<Index> const& s, bool dense) {
    team_.wait();
    if (team_.leads()) {
      memory_.more = problem_.spines.put(memory_.taken, s, dense);
      memory_.taken = s;
    }
    team_.wait();
    return memory_.more;
  }

  /// The search for levels that marks cannot store.
  __device__ auto depth() const {
    return depth_search(problem_.points, problem_.metric, problem_.tolerance, memory_.deep.waiting, team_.lane);
  }

  warp_team<Warps> team_;
  Problem const& problem_;
  long_queues<Outcome> const& queues_;
  Index own_steps_;
  memory_type& memory_;
  Index least_;          ///< the team goes on with halves of more steps
  unsigned deepest_ = 0; ///< the deepest level seen
  unsigned cuts_ = 0;    ///< counted if Overlapped
  int own_ = 0;          ///< halves in memory_.own
};

/// Threads of a block that splits long segments. For doubles a large team would leave finish_short no registers.
template <bool Overlapped, class Real>
inline constexpr int splitting_threads = 32 *
                                         (Overlapped && sizeof(Real) == sizeof(float) ? large_team_warps : team_warps);

/// How the work of a launch of split_long is divided.
template <class Index>
struct split_shares {
  unsigned teams;     ///< the first blocks to arrive split as teams at first
  Index own_steps;    ///< see segment_splitter
  bool begins_series; ///< the kernel itself queues the only series, which has all points
};

/// Splits all long segments. The first blocks to arrive split those for teams; when these are done, they join the
/// others, in which each warp splits segments alone. Overlapped: finish_short runs at the same time; whoever finishes
/// the last segment closes the queue of short ones.
template <bool Overlapped, class Problem>
__global__ void __launch_bounds__(splitting_threads<Overlapped, typename Problem::real>,
                                  (sizeof(typename Problem::real) == sizeof(float) ? 1024 : 768) /
                                      splitting_threads<Overlapped, typename Problem::real>)
    split_long(Problem problem, const __grid_constant__ typename Problem::tree boxes,
               long_queues<typename Problem::outcome> queues, split_shares<typename Problem::index> shares) {
  using Index = typename Problem::index;
  using Real = typename Problem::real;
  constexpr int block_warps = splitting_threads<Overlapped, Real> / 32;
  problem.boxes = &boxes;
  wait_for_turn();
  let_next_begin(); // only now: an overlapped finish_short does not wait for this kernel, but needs those before it
  __shared__ union {
    split_memory<block_warps, Index, Real> of_team;
    split_memory<1, Index, Real> of_warps[block_warps];
  } memory;
  __shared__ unsigned arrived;
  const warp_team<block_warps> team;
  const warp_team<1> alone;
  const unsigned warps = gridDim.x * block_warps;
  const auto finished = [&] {
    if (queues.of_warps.finished(alone.lane, warps) && Overlapped && alone.lane == 0)
      queues.shorts.close();
  };
  // While a team has work, there may be more for single warps.
  const auto finished_by_team = [&] {
    if (queues.of_teams.finished(team.lane, shares.teams))
      finished();
  };

  if (threadIdx.x == 0)
    arrived = atomicAdd(&problem.state->arrived, 1u);
  __syncthreads();
  if (arrived == 0 && team.warp == 0) {
    if (shares.begins_series && team.leads()) {
      queues.hold();
      __threadfence(); // before any thread finds anything in the queues
      begin_one<typename Problem::outcome, Index>({0, problem.count - 1}, problem.ends, queues);
    }
    finished_by_team(); // releases the hold on the queues
  }
  unsigned deepest = 0;
  if (arrived < shares.teams)
    deepest = segment_splitter<Overlapped, block_warps, Problem>(team, problem, queues, Index(0), memory.of_team)
                  .split(queues.of_teams, finished_by_team);
  __syncthreads();
  deepest = max(deepest, segment_splitter<Overlapped, 1, Problem>(alone, problem, queues, shares.own_steps,
                                                                  memory.of_warps[team.warp])
                             .split(queues.of_warps, finished));
  if (alone.lane == 0 && deepest > 0)
    atomicMax(&problem.state->levels, static_cast<unsigned long long>(deepest));
}

/// Percentage of a multiprocessor's memory that is shared memory where finish_short overlaps split_long: enough for one
/// block that splits and six that finish. Measured, as the rest is cache.
inline constexpr int overlapped_shared_percent = 57;

/// Launches split_long. begins_series: the only series is not queued yet.
template <bool Overlapped, class Problem>
void split_all(cudaStream_t stream, Problem const& problem, long_queues<typename Problem::outcome> const& queues,
               bool begins_series) {
  using Index = typename Problem::index;
  const auto split = split_long<Overlapped, Problem>;
  constexpr int threads = splitting_threads<Overlapped, typename Problem::real>;
  const Index count = problem.count;
  std::int64_t blocks =
      std::min(splitting_blocks(count, Problem::outcome::short_steps), blocks_that_fit(split, threads, 0));
  if (Overlapped) // leaves room for blocks that finish beside each of these
    blocks = std::min<std::int64_t>(blocks, device_attribute(cudaDevAttrMultiProcessorCount));
  split_shares<Index> shares{};
  // At most half of the blocks begin as teams: there is work for single warps soon.
  shares.teams = static_cast<unsigned>(std::min<std::int64_t>(count / team_steps, (blocks + 1) / 2));
  // A fraction of a warp's share of the points, so that the last warp is not late.
  shares.own_steps = static_cast<Index>(count / (threads / 4 * blocks));
  shares.begins_series = begins_series;
  launch_in_turn({stream, Overlapped ? overlapped_shared_percent : cudaSharedmemCarveoutDefault}, split, blocks,
                 threads, 0, problem, *problem.boxes, queues, shares);
}

} // namespace thrustline::gpu
