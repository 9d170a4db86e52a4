// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

#include "core/gpu/warp.cuh"
#include <thrustline/primitives/segmented_arg_max.hpp>

/// The warps that split a segment together: one, or all of a block.
namespace thrustline::gpu {

/// Warps of a block that splits long segments; of a large one where a multiprocessor has no other such block.
inline constexpr int team_warps = 8, large_team_warps = 16;
/// Boxes that a team bounds at once.
inline constexpr int team_boxes = 1024;

template <int Warps>
struct warp_team {
  static constexpr int warps = Warps;

  int warp = Warps > 1 ? threadIdx.x / 32 : 0; ///< in the team
  int lane = threadIdx.x % 32;

  __device__ bool leads() const { return lane == 0 && warp == 0; }

  __device__ void wait() const {
    if constexpr (Warps > 1)
      __syncthreads();
    else
      __syncwarp();
  }
};

/// What a team knows together of the farthest point, in shared memory.
template <int Warps, class Index, class Real>
class team_best {
public:
  /// By all; after a wait() it may be used.
  __device__ void begin(warp_team<Warps> team, Real harmless) {
    if (Warps > 1 && team.leads())
      rank_ = to_bits(harmless);
  }

  /// The greatest rank that was found so far, or harmless: what is below it does not count.
  __device__ Real rank() const {
    const bits now = *const_cast<const volatile bits*>(&rank_);
    if constexpr (sizeof(Real) == sizeof(float))
      return __int_as_float(now);
    else
      return __longlong_as_double(now);
  }

  __device__ void found(warp_team<Warps> team, Real rank) {
    if (Warps > 1 && team.lane == 0)
      atomicMax(&rank_, to_bits(rank));
  }

  /// The greatest of all warps', the first among equals, for every thread; and whether most warps vote for something.
  __device__ indexed<Real, Index> of_all(warp_team<Warps> team, indexed<Real, Index> const& mine, bool vote,
                                         bool& most_vote) {
    if constexpr (Warps == 1) {
      most_vote = vote;
      return mine;
    } else {
      if (team.lane == 0)
        best_[team.warp] = mine;
      most_vote = __syncthreads_count(vote) > 16 * Warps; // and waits
      if constexpr (Warps > team_warps) {
        const indexed<Real, Index> theirs = best_[team.lane % Warps];
        const Real most = warp_max_rank(theirs.value);
        return {most, warp_min(theirs.value == most ? theirs.index : behind_all)};
      } else {
        return of_warps<0, Warps>();
      }
    }
  }

private:
  /// The greatest of some warps': by halves, so that few comparisons wait for each other.
  template <int First, int Count>
  __device__ indexed<Real, Index> of_warps() const {
    if constexpr (Count == 1)
      return best_[First];
    else
      return greater_or_first{}(of_warps<First, Count / 2>(), of_warps<First + Count / 2, Count - Count / 2>());
  }

  static constexpr Index behind_all = std::numeric_limits<Index>::max();
  using bits = std::conditional_t<sizeof(Real) == sizeof(float), int, long long>;

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
