// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "cuda/bounded/warp_team.cuh"
#include "cuda/warp.cuh"
#include "cuda/wide.cuh"
#include "flow/prepared.hpp"

/// Bounding boxes of the points, 32 to a box and 32 boxes to the next, and how they are made.
namespace thrustline::cuda {

/// Box b of level k bounds the points [b 32^k, (b + 1) 32^k), whatever series they belong to; level 0 is the points
/// themselves. A box without valid points has its corners exchanged. The levels end with the first behind level 1 that
/// has at most `top_boxes` boxes.
template <class Real, int D>
struct box_tree {
  static constexpr int most_levels = 8; ///< of boxes: enough for 2^48 points
  static constexpr int top_boxes = 32 * team_warps;

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

/// The box of all lanes' boxes, for every lane.
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

/// Warps of a block that build boxes: each has 1024 points in shared memory, of which a block gets 48 KiB unasked.
template <class P>
inline constexpr int box_warps = 32 / sizeof(P)<1 ? 1 : 32 / sizeof(P)> 8 ? 8 : 32 / sizeof(P);

/// Copies up to 1024 points, in large pieces where they are aligned.
template <class P>
__device__ void copy_to_shared(const P* from, int points, P* to, int lane) {
  constexpr int pieces = 1024 * sizeof(P) / sizeof(uint4);
  if (points == 1024 && reinterpret_cast<std::uintptr_t>(from) % sizeof(uint4) == 0) {
#pragma unroll 16
    for (int i = 0; i < pieces; i += 32)
      reinterpret_cast<uint4*>(to)[i + lane] = reinterpret_cast<const uint4*>(from)[i + lane];
  } else {
#pragma unroll 8
    for (int i = lane; i < 1024; i += 32)
      if (i < points)
        to[i] = from[i];
  }
  __syncwarp();
}

/// Levels 1 and 2 in one pass over the points: a warp takes 1024 of them, a lane 32. invalid: null, or a word that is
/// set if a point is not valid.
template <class Real, int D>
__global__ void __launch_bounds__(32 * box_warps<point<Real, D>>)
    box_points(const point<Real, D>* points, std::int64_t count, bool skip, flow::validity<Real, D> valid,
               box_tree<Real, D> tree, unsigned* invalid) {
  __shared__ alignas(16) point<Real, D> copies[box_warps<point<Real, D>>][1024];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  point<Real, D>* const copy = copies[warp];
  const std::int64_t group = static_cast<std::int64_t>(blockIdx.x) * box_warps<point<Real, D>> + warp;
  const std::int64_t begin = 1024 * group;
  if (begin >= count)
    return;
  const int here = count - begin < 1024 ? static_cast<int>(count - begin) : 1024;

  copy_to_shared(points + begin, here, copy, lane);

  bool all_valid = true;
  box<Real, D> mine = empty_box<Real, D>();
#pragma unroll 4
  for (int k = 0; k < 32; ++k) {
    const int i = 32 * lane + (k + lane) % 32; // no two lanes of a bank
    const point<Real, D> p = copy[i];
    const bool counts = valid(p);
    all_valid = all_valid && (counts || i >= here);
    if (i < here && (counts || !skip))
      mine = merged(mine, {p, p});
  }
  if (invalid && !all_valid)
    *invalid = 1;
  if (32 * lane < here)
    store_wide(tree.boxes[1] + 32 * group + lane, mine);
  const box<Real, D> all = merged_in_warp(mine);
  if (lane == 0)
    store_wide(tree.boxes[2] + group, all);
}

/// A level from the one below it, a warp a box.
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

/// Owns the boxes; `points` and the metric's validity as in flow::skipping; `invalid` as in box_points(). At most 2 * D
/// * sizeof(Real) / 31 bytes a point.
template <class Policy, class Real, int D>
class boxed_points {
public:
  boxed_points(Policy const& policy, const point<Real, D>* points, std::int64_t count, bool skip,
               flow::validity<Real, D> valid, unsigned* invalid)
      : boxes_(policy, all_boxes(count)) {
    box<Real, D>* next = boxes_.data();
    for (tree_.levels = 0; tree_.levels < 2 || tree::boxes_of_level(count, tree_.levels) > tree::top_boxes;) {
      tree_.boxes[++tree_.levels] = next;
      next += tree::boxes_of_level(count, tree_.levels);
    }
    const cudaStream_t stream = detail::stream_of(policy);
    constexpr int warps = box_warps<point<Real, D>>;
    const auto blocks = [](std::int64_t groups, int a_block) {
      return static_cast<unsigned>((groups + a_block - 1) / a_block);
    };
    box_points<<<blocks(tree::boxes_of_level(count, 2), warps), 32 * warps, 0, stream>>>(points, count, skip, valid,
                                                                                         tree_, invalid);
    detail::check_cuda(cudaGetLastError(), "box_points");
    for (int level = 3; level <= tree_.levels; ++level) {
      box_boxes<<<blocks(tree::boxes_of_level(count, level), 4), 128, 0, stream>>>(
          tree_, level, tree::boxes_of_level(count, level - 1));
      detail::check_cuda(cudaGetLastError(), "box_boxes");
    }
  }

  box_tree<Real, D> const& view() const { return tree_; }

private:
  using tree = box_tree<Real, D>;

  static std::int64_t all_boxes(std::int64_t count) {
    std::int64_t all = 0;
    for (int level = 1; level <= tree::most_levels; ++level)
      all += tree::boxes_of_level(count, level);
    return all;
  }

  detail::temporary<box<Real, D>, Policy> boxes_;
  tree tree_{};
};

} // namespace thrustline::cuda
