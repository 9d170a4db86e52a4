// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"
#include "hull/gpu/team_hull.hpp"
#include <thrustline/algorithms/detail/convex_chains.hpp>

/// Finds both chains of points that are sorted in shared memory: in each round, all points that do not turn at the line
/// between their neighbours are dropped at once, until none is. A dropped point lies on or beyond a line between two
/// points, so it is no vertex; a chain in which all points turn is the hull's. Most sets take about ten rounds.
namespace thrustline::gpu {

/// Rounds after which another method takes over: where two long arcs meet, a round drops only the points beside the gap
/// between them.
inline constexpr int most_pruning_rounds = 48;

/// Both chains in one list of positions of sorted points, the lower one first.
struct chain_list {
  std::int32_t* positions;
  std::int32_t lower, all;

  __device__ detail::hull_ring<std::int32_t> ring() const { return {positions, positions + lower, lower, all - lower}; }
};

/// Team of `warps` warps: a block, or one warp of it.
template <int warps>
struct pruning_team {
  static constexpr int most_each = 8; ///< groups of 32 items for each warp

  int warp, lane;
  int (*kept_of_warps)[2]; ///< in shared memory, for each warp: items kept, and those of the lower chain

  __device__ explicit pruning_team(int (*kept_of_warps)[2])
      : warp(warps == 1 ? 0 : static_cast<int>(threadIdx.x) / 32), lane(static_cast<int>(threadIdx.x) % 32),
        kept_of_warps(kept_of_warps) {}

  __device__ static void sync() {
    if constexpr (warps == 1)
      __syncwarp();
    else
      __syncthreads();
  }

  /// Moves the items for which keep(i) holds to `to`, in order.
  template <class Keep>
  __device__ chain_list keep_items(chain_list const& from, std::int32_t* to, Keep const& keep) const {
    const int each = (from.all + 32 * warps - 1) / (32 * warps), first = warp * each * 32;
    unsigned kept[most_each];
    int mine = 0, mine_lower = 0;
#pragma unroll
    for (int k = 0; k < most_each; ++k) {
      kept[k] = 0;
      if (k < each) {
        const int i = first + 32 * k + lane;
        kept[k] = __ballot_sync(full_warp, i < from.all && keep(i));
        mine += __popc(kept[k]);
        const int of_lower = from.lower - (i - lane);
        mine_lower += __popc(kept[k] & (of_lower >= 32 ? full_warp : of_lower <= 0 ? 0u : (1u << of_lower) - 1));
      }
    }
    int before = 0, all = mine, lower = mine_lower;
    if constexpr (warps > 1) {
      if (lane == 0)
        kept_of_warps[warp][0] = mine, kept_of_warps[warp][1] = mine_lower;
      __syncthreads();
      const int of_lane = lane < warps ? kept_of_warps[lane][0] : 0;
      before = warp_sum(lane < warp ? of_lane : 0);
      all = warp_sum(of_lane);
      lower = warp_sum(lane < warps ? kept_of_warps[lane][1] : 0);
    }
#pragma unroll
    for (int k = 0; k < most_each; ++k)
      if (k < each) {
        if (kept[k] >> lane & 1)
          to[before + __popc(kept[k] & ((1u << lane) - 1))] = from.positions[first + 32 * k + lane];
        before += __popc(kept[k]);
      }
    sync();
    return {to, lower, all};
  }
};

/// Whether an item is the first of the points in its place.
template <class Real>
struct is_first_of_place {
  const point<Real, 2>* sorted;
  const std::int32_t* positions;
  __device__ bool operator()(int i) const {
    const std::int32_t at = positions[i];
    return at == 0 || !detail::same_place(sorted[at - 1], sorted[at]);
  }
};

/// Whether a chain ends or turns at an item.
template <class Real>
struct turns_there {
  const point<Real, 2>* sorted;
  chain_list chains;
  bool keep_collinear;
  __device__ bool operator()(int i) const {
    if (i == 0 || i == chains.lower - 1 || i == chains.lower || i == chains.all - 1)
      return true;
    const std::int32_t* const at = chains.positions + i;
    return detail::chain_turns{i >= chains.lower, keep_collinear}(sorted[at[-1]], sorted[at[0]], sorted[at[1]]);
  }
};

/// Finds the chains of m > 0 sorted points. space: two lists of 2 m; m is at most 128 for each warp of the team.
/// Returns whether every point that has to be dropped was.
template <int warps, class Real>
__device__ bool prune_chains(pruning_team<warps> const& team, const point<Real, 2>* sorted, std::int32_t m,
                             bool keep_collinear, std::int32_t* const (&space)[2], chain_list& chains) {
  for (std::int32_t i = team.warp * 32 + team.lane; i < 2 * m; i += 32 * warps)
    space[0][i] = i < m ? i : i - m;
  team.sync();
  chains = team.keep_items(chain_list{space[0], m, 2 * m}, space[1], is_first_of_place<Real>{sorted, space[0]});
  for (int round = 0; round < most_pruning_rounds; ++round) {
    const std::int32_t had = chains.all;
    chains = team.keep_items(chains, space[round % 2], turns_there<Real>{sorted, chains, keep_collinear});
    if (chains.all == had)
      return true;
  }
  return false;
}

/// The chains of m > 0 sorted points, where pruning takes too many rounds.
template <class Each, class Real>
__device__ THRUSTLINE_RARE detail::hull_ring<std::int32_t>
joined_chains(Each const& each, const point<Real, 2>* sorted, std::int32_t m, bool keep_collinear, int log_run,
              hull::chain_space<std::int32_t> const& space) {
  const auto found = hull::chains_of(each, sorted, m, log_run, keep_collinear, space);
  return found.ring();
}

/// Finds the chains of the m > 0 sorted points in `space`, at most 128 for each warp. each: the same team, as in
/// chain_levels.hpp.
template <int warps, class Each, class Real, class Index>
__device__ detail::hull_ring<std::int32_t> chains_by_team(pruning_team<warps> const& team, Each const& each,
                                                          hull::team_space<Real, Index> const& space, std::int32_t m,
                                                          bool keep_collinear) {
  const point<Real, 2>* const sorted = space.items.points;
  chain_list chains;
  if (prune_chains(team, sorted, m, keep_collinear, space.chains.chains, chains))
    return chains.ring();
  return joined_chains(each, sorted, m, keep_collinear, hull::team_space<Real, Index>::log_run, space.chains);
}

/// Finds the hull of the n items in `space`, at most 128 for each warp, as places among the sorted items.
template <int warps, class Each, class Real, class Index>
__device__ detail::hull_ring<std::int32_t> hull_by_team(pruning_team<warps> const& team, Each const& each,
                                                        hull::team_space<Real, Index> const& space, std::int32_t n,
                                                        bool keep_collinear) {
  const std::int32_t m = hull::team_sort(each, space, n);
  if (m == 0)
    return {nullptr, nullptr, 0, 0};
  return chains_by_team(team, each, space, m, keep_collinear);
}

} // namespace thrustline::gpu
