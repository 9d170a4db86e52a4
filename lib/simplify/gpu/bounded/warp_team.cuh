// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "core/gpu/ordered_bits.hpp"
#include "core/gpu/warp.cuh"
#include <thrustline/primitives/segmented_arg_max.hpp>

/// The warps that split a segment together: one, or all of a block.
namespace thrustline::gpu {

/// Warps of a block that splits long segments.
inline constexpr int team_warps = 8;
/// The same where a multiprocessor runs only one such block.
inline constexpr int large_team_warps = 16;
/// Boxes that a team bounds at once.
inline constexpr int team_boxes = 1024;

template <int Warps>
struct warp_team {
  static constexpr int warps = Warps;

  int warp = Warps > 1 ? threadIdx.x / 32 : 0; ///< its number in the team
  int lane = threadIdx.x % 32;

  /// Whether this thread is the team's leader.
  __device__ bool leads() const { return lane == 0 && warp == 0; }

  /// Waits for the whole team.
  __device__ void wait() const {
    if constexpr (Warps > 1)
      __syncthreads();
    else
      __syncwarp();
  }
};

/// The farthest point that a team has found so far, in shared memory.
template <int Warps, class Index, class Real>
class team_best {
public:
  /// Begins a search. Called by all threads, before a wait().
  __device__ void begin(warp_team<Warps> team, Real harmless) {
    if (Warps > 1 && team.leads())
      rank_ = to_bits(harmless);
  }

  /// The greatest rank found so far, or `harmless`: lower ranks do not count.
  __device__ Real rank() const {
    const bits now = *const_cast<const volatile bits*>(&rank_);
    if constexpr (sizeof(Real) == sizeof(float))
      return __int_as_float(now);
    else
      return __longlong_as_double(now);
  }

  /// Raises the greatest rank. Called by a warp.
  __device__ void found(warp_team<Warps> team, Real rank) {
    if (Warps > 1 && team.lane == 0)
      atomicMax(&rank_, to_bits(rank));
  }

  struct team_result {
    indexed<Real, Index> best; ///< the greatest of all warps', the first among equals
    bool most_vote;            ///< whether most warps voted yes
  };

  /// Combines the warps' best points and votes, for every thread.
  __device__ team_result of_all(warp_team<Warps> team, indexed<Real, Index> const& mine, bool vote) {
    if constexpr (Warps == 1) {
      return {mine, vote};
    } else {
      if (team.lane == 0)
        best_[team.warp] = mine;
      const bool most_vote = __syncthreads_count(vote) > 16 * Warps; // and waits
      if constexpr (Warps > team_warps) {
        const indexed<Real, Index> theirs = best_[team.lane % Warps];
        const Real most = warp_max_rank(theirs.value);
        return {{most, warp_min(theirs.value == most ? theirs.index : behind_all)}, most_vote};
      } else {
        return {of_warps<0, Warps>(), most_vote};
      }
    }
  }

private:
  /// The greatest of `Count` warps' points: by halves, so that few comparisons wait for each other.
  template <int First, int Count>
  __device__ indexed<Real, Index> of_warps() const {
    if constexpr (Count == 1)
      return best_[First];
    else
      return greater_or_first{}(of_warps<First, Count / 2>(), of_warps<First + Count / 2, Count - Count / 2>());
  }

  static constexpr Index behind_all = std::numeric_limits<Index>::max();
  using bits = signed_bits<Real>;

  /// Ranks are -1 or >= +0: their bits order as signed integers.
  __device__ static bits to_bits(Real rank) {
    if constexpr (sizeof(Real) == sizeof(float))
      return __float_as_int(rank);
    else
      return __double_as_longlong(rank);
  }

  bits rank_;
  /// Read in pieces of 16 bytes, while the leader may already write rank_ for the next search.
  alignas(16) indexed<Real, Index> best_[Warps];
};

} // namespace thrustline::gpu
