// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "simplify/gpu/bounded/box_search.cuh"
#include "simplify/gpu/bounded/deep_levels.cuh"
#include "simplify/gpu/bounded/long_queues.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// Splits the segments of one queue by a team of warps: the device code of split_long.
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

  /// Hands the halves of s over. The team may keep one half to go on with: s becomes that half. Returns whether it
  /// does.
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

} // namespace thrustline::gpu
