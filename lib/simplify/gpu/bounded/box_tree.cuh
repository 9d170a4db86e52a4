// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include <cuda_pipeline.h>

#include "core/gpu/launch.hpp"
#include "core/gpu/launch_in_turn.cuh"
#include "core/gpu/rejection.hpp"
#include "core/gpu/warp.cuh"
#include "core/gpu/wide.cuh"
#include "simplify/flow/check_values.hpp"
#include "simplify/flow/prepared.hpp"
#include "simplify/gpu/bounded/warp_team.cuh"

/// The tree of bounding boxes of the points: 32 points to a box, 32 boxes to a box of the next level.
namespace thrustline::gpu {

/// Box b of level k bounds the points [b 32^k, (b + 1) 32^k), whatever series they belong to; level 0 is the points
/// themselves. A box without valid points has its corners exchanged. The last level is the first behind level 1 that
/// has at most `top_boxes` boxes.
template <class Real, int D>
struct box_tree {
  static constexpr int most_levels = 8; ///< levels of boxes, enough for 2^45 points: no device has memory for more
  static constexpr int top_boxes = team_boxes;

  box<Real, D>* boxes[most_levels + 1]; ///< boxes[0] is not used
  int levels;

  static __host__ __device__ std::int64_t boxes_of_level(std::int64_t points, int level) {
    return (points + (std::int64_t(1) << 5 * level) - 1) >> 5 * level;
  }
};

template <class Real, int D>
__device__ box<Real, D> empty_box() {
  box<Real, D> b{};
  for (int k = 0; k < D; ++k) {
    b.low[k] = HUGE_VAL;
    b.high[k] = -HUGE_VAL;
  }
  return b;
}

template <class Real, int D>
__device__ bool is_empty(box<Real, D> const& b) {
  return b.low[0] > b.high[0];
}

template <class Real, int D>
__device__ box<Real, D> merged(box<Real, D> a, box<Real, D> const& b) {
  for (int k = 0; k < D; ++k) {
    a.low[k] = fmin(a.low[k], b.low[k]);
    a.high[k] = fmax(a.high[k], b.high[k]);
  }
  return a;
}

/// The box that holds the boxes of all lanes, for every lane.
template <class Real, int D>
__device__ box<Real, D> merged_in_warp(box<Real, D> b) {
  for (int distance = 16; distance > 0; distance /= 2) {
    box<Real, D> other;
    for (int k = 0; k < D; ++k) {
      other.low[k] = __shfl_xor_sync(full_warp, b.low[k], distance);
      other.high[k] = __shfl_xor_sync(full_warp, b.high[k], distance);
    }
    b = merged(b, other);
  }
  return b;
}

/// Warps of a block that builds boxes: each has 1024 points in shared memory, of which a block gets 48 KiB by default.
template <class P>
inline constexpr int box_warps = 32 / sizeof(P)<1 ? 1 : 32 / sizeof(P)> 8 ? 8 : 32 / sizeof(P);

/// Four points: whatever their size, they are whole pieces of 16 bytes.
template <class P>
struct alignas(16) four_points {
  P points[4];
};

/// The 32 points of a lane's box in shared memory. A row is an odd number of pieces long, so that eight lanes that read
/// a piece of their own rows each use different banks.
template <class P>
struct row_of_points {
  four_points<P> fours[8];
  uint4 gap;

  __device__ P& operator[](int k) { return fours[k / 4].points[k % 4]; }
};

/// Copies up to 1024 points to 32 rows, in large pieces where they are aligned.
template <class P>
__device__ void copy_to_rows(const P* from, int points, row_of_points<P>* rows, int lane) {
  constexpr int row_pieces = sizeof(row_of_points<P>::fours) / sizeof(uint4);
  if (points == 1024 && reinterpret_cast<std::uintptr_t>(from) % sizeof(uint4) == 0) {
#pragma unroll
    for (int k = 0; k < row_pieces; ++k) {
      const int piece = 32 * k + lane;
      __pipeline_memcpy_async(reinterpret_cast<uint4*>(rows + piece / row_pieces) + piece % row_pieces,
                              reinterpret_cast<const uint4*>(from) + piece, sizeof(uint4));
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
  } else {
    for (int i = lane; i < points; i += 32)
      rows[i / 32][i % 32] = from[i];
  }
  __syncwarp();
}

/// Memory that must be zeroed, in pieces of 16 bytes.
struct zeroed_pieces {
  uint4* pieces;
  std::int64_t count;
};

/// Edges in a box of edges, which lead from a point to the next one: box b is around the points [16 b, 16 b + 16].
inline constexpr int edges_of_box = 16;

/// What the pass over the points does besides making boxes: it zeroes what later kernels of the call need as zeros, and
/// checks the input of a call that has not looked at it before.
struct first_pass_work {
  zeroed_pieces zeros{};
  rejection rejected;                    ///< signalled if a point or the offsets are bad; null: not wanted
  const std::int64_t* offsets = nullptr; ///< null, or the offsets of a single series, which are checked
  std::uint8_t* mask = nullptr;          ///< null, or the mask of that series, which is cleared but for its ends
  box<double, 2>* edges = nullptr;       ///< null, or where the boxes of edges go; all points count then

  /// Zeroes the share of one warp. Called by each of `warps` warps.
  __device__ void zero(std::int64_t warp, std::int64_t warps, int lane) const {
    for (std::int64_t k = 32 * warp + lane; k < zeros.count; k += 32 * warps)
      zeros.pieces[k] = uint4{};
  }

  /// Clears the mask of `points` points from `begin` on. Called by the warp that boxes them.
  __device__ void clear_mask(std::int64_t begin, int points, std::int64_t count, int lane) const {
    std::uint8_t* const of_warp = mask + begin;
    if (points == 1024 && reinterpret_cast<std::uintptr_t>(of_warp) % sizeof(uint4) == 0) {
#pragma unroll
      for (int i = 0; i < 64; i += 32)
        reinterpret_cast<uint4*>(of_warp)[i + lane] = uint4{};
    } else {
      for (int i = lane; i < points; i += 32)
        of_warp[i] = 0;
    }
    __syncwarp();
    if (lane == 0 && begin == 0)
      *of_warp = 1;
    if (lane == 0 && begin + points == count)
      of_warp[points - 1] = 1;
  }

  __device__ bool bad_offsets(std::int64_t count) const {
    const flow::is_bad_offset bad{offsets, 1, count};
    return bad(0) || bad(1);
  }
};

/// The box in double, which holds a float exactly.
template <class Real>
__device__ box<double, 2> widened(box<Real, 2> const& b) {
  return {{{b.low[0], b.low[1]}}, {{b.high[0], b.high[1]}}};
}

/// Makes levels 1 and 2 in one pass over the points: a warp takes 1024 points, a lane 32.
template <class Real, int D>
__global__ void __launch_bounds__(32 * box_warps<point<Real, D>>)
    box_points(const point<Real, D>* points, std::int64_t count, bool skip, flow::validity<Real, D> valid,
               box_tree<Real, D> tree, first_pass_work extras) {
  begin_in_turn(); // the next kernel waits for this one, and this one for what ran before
  using P = point<Real, D>;
  __shared__ row_of_points<P> rows[box_warps<P>][32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::int64_t group = static_cast<std::int64_t>(blockIdx.x) * box_warps<P> + warp;
  const std::int64_t begin = 1024 * group;
  if (begin >= count)
    return;
  const int here = count - begin < 1024 ? static_cast<int>(count - begin) : 1024;

  extras.zero(group, tree.boxes_of_level(count, 2), lane);
  if (extras.mask)
    extras.clear_mask(begin, here, count, lane);
  if (extras.offsets && group == 0 && lane == 0 && extras.bad_offsets(count))
    extras.rejected.signal();
  copy_to_rows(points + begin, here, rows[warp], lane);

  bool all_valid = true;
  box<Real, D> halves[2] = {empty_box<Real, D>(), empty_box<Real, D>()}; // of the lane's points
  row_of_points<P>& row = rows[warp][lane];
  if (here == 1024 && !skip) {
    const flow::validity<Real, D> without_sentinel{Real(NAN)}; // as `valid` is here, which the compiler cannot know
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      const four_points<P> some = load_wide(&row.fours[k]);
#pragma unroll
      for (P const& p : some.points) {
        all_valid = all_valid && without_sentinel(p);
        halves[k / 4] = merged(halves[k / 4], {p, p});
      }
    }
  } else {
#pragma unroll
    for (int h = 0; h < 2; ++h)
      for (int k = 16 * h; k < 16 * (h + 1) && 32 * lane + k < here; ++k) {
        const P p = row[k];
        const bool counts = valid(p);
        all_valid = all_valid && counts;
        if (counts || !skip)
          halves[h] = merged(halves[h], {p, p});
      }
  }
  const box<Real, D> mine = merged(halves[0], halves[1]);
  if constexpr (D == 2)
    if (extras.edges) {
      static_assert(edges_of_box == 16, "half of the lane's points");
#pragma unroll
      for (int h = 0; h < 2; ++h)
        if (const int from = 32 * lane + 16 * h, next = from + 16; from < here) {
          if (begin + next < count) { // the last edge ends in the next box
            const P p = next < here ? rows[warp][next / 32][next % 32] : points[begin + next];
            halves[h] = merged(halves[h], {p, p});
          }
          store_wide(extras.edges + 64 * group + 2 * lane + h, widened(halves[h]));
        }
    }
  if (extras.rejected && __any_sync(full_warp, !all_valid) && lane == 0)
    extras.rejected.signal();
  if (32 * lane < here)
    store_wide(tree.boxes[1] + 32 * group + lane, mine);
  const box<Real, D> all = merged_in_warp(mine);
  if (lane == 0)
    store_wide(tree.boxes[2] + group, all);
}

/// Makes a level from the one below it, a warp a box.
template <class Real, int D>
__global__ void __launch_bounds__(128) box_boxes(box_tree<Real, D> tree, int level, std::int64_t below) {
  const int lane = threadIdx.x % 32;
  const std::int64_t b = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (32 * b >= below)
    return;
  const box<Real, D> all =
      merged_in_warp(32 * b + lane < below ? load_wide(tree.boxes[level - 1] + 32 * b + lane) : empty_box<Real, D>());
  if (lane == 0)
    store_wide(tree.boxes[level] + b, all);
}

/// Owns the boxes of a call's points: at most 2 * D * sizeof(Real) / 31 bytes a point. `skip` and `valid`: as in
/// flow::skipping.
template <class Policy, class Real, int D>
class boxed_points {
public:
  boxed_points(Policy const& policy, const point<Real, D>* points, std::int64_t count, bool skip,
               flow::validity<Real, D> valid, first_pass_work const& extras)
      : boxes_(policy, all_boxes(count)) {
    tree_.boxes[1] = boxes_.data();
    tree_.boxes[2] = tree_.boxes[1] + tree::boxes_of_level(count, 1);
    tree_.levels = 2;
    constexpr int warps = box_warps<point<Real, D>>;
    box_points<<<blocks_for(tree::boxes_of_level(count, 2), warps), 32 * warps, 0, detail::stream_of(policy)>>>(
        points, count, skip, valid, tree_, extras);
    check_launch("box_points");
    add_levels(policy, count, tree::top_boxes);
  }

  box_tree<Real, D> const& view() const { return tree_; }

  /// The same with more levels, until one has at most 32 boxes: a lane for each in a single warp.
  box_tree<Real, D> const& view_for_warps(Policy const& policy, std::int64_t count) {
    add_levels(policy, count, 32);
    return tree_;
  }

private:
  using tree = box_tree<Real, D>;

  /// Adds levels until the last has at most `most` boxes.
  void add_levels(Policy const& policy, std::int64_t count, std::int64_t most) {
    for (std::int64_t below; (below = tree::boxes_of_level(count, tree_.levels)) > most;) {
      tree_.boxes[tree_.levels + 1] = tree_.boxes[tree_.levels] + below;
      ++tree_.levels;
      box_boxes<<<blocks_for(tree::boxes_of_level(count, tree_.levels), 4), 128, 0, detail::stream_of(policy)>>>(
          tree_, tree_.levels, below);
      check_launch("box_boxes");
    }
  }

  static std::int64_t all_boxes(std::int64_t count) {
    std::int64_t all = 0;
    for (int level = 1; level <= tree::most_levels; ++level)
      all += tree::boxes_of_level(count, level);
    return all;
  }

  detail::temporary<box<Real, D>, Policy> boxes_;
  tree tree_{};
};

} // namespace thrustline::gpu
