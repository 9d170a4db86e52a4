// SPDX-License-Identifier: MIT
#include "simplify/gpu/bounded/spines/recurrences.cuh"

#include <climits>

#include <cub/block/block_radix_sort.cuh>

#include "core/gpu/launch.hpp"
#include "core/gpu/warp.cuh"

namespace thrustline::gpu {
namespace {

/// A block sorts a tile of points by their hash values: its own points, and as many in front of them.
constexpr int tile_threads = 512;
constexpr int tile_items = 16;
constexpr int tile_points = tile_threads * tile_items;
constexpr int own_points = tile_points / 2;
constexpr int own_boxes = own_points / 32;

__device__ unsigned hash(const unsigned* point, int words) {
  unsigned h = 0;
  for (int k = 0; k < words; ++k) {
    h = (h ^ point[k]) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    h ^= h >> 16;
  }
  return h;
}

/// The points of a block's tile, numbered from the first one in front of its own.
struct point_tile {
  point_bits const& points;
  std::int64_t begin; ///< first of the block's own points

  __device__ std::int64_t index(int place) const { return begin - own_points + place; }
  __device__ bool has(int place) const { return index(place) >= 0 && index(place) < points.count; }
  __device__ const unsigned* at(int place) const { return points.words + points.words_of_point * index(place); }

  __device__ bool equal(int a, int b) const {
    bool same = true;
    for (int k = 0; k < points.words_of_point; ++k)
      same &= at(a)[k] == at(b)[k];
    return same;
  }
};

/// Finds for each box of a block's own points the least index of a previous equal point. A stable sort by hash values
/// puts equal points side by side, in order. Different points with the same value hide some of them.
__global__ void __launch_bounds__(tile_threads) earlier_points(point_bits points, std::int32_t* earlier) {
  using sort = cub::BlockRadixSort<unsigned, tile_threads, tile_items, std::uint16_t>;
  __shared__ typename sort::TempStorage sorting;
  __shared__ unsigned last_hash[tile_threads];
  __shared__ std::uint16_t last_place[tile_threads];
  __shared__ int least[own_boxes];
  const point_tile tile{points, std::int64_t(blockIdx.x) * own_points};
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < own_boxes)
    least[thread] = INT_MAX;

  unsigned hashes[tile_items];
  std::uint16_t places[tile_items];
#pragma unroll
  for (int k = 0; k < tile_items; ++k) {
    const int place = tile_items * thread + k;
    places[k] = static_cast<std::uint16_t>(place);
    hashes[k] = tile.has(place) ? hash(tile.at(place), points.words_of_point) : 0;
  }
  sort(sorting).Sort(hashes, places);
  last_hash[thread] = hashes[tile_items - 1];
  last_place[thread] = places[tile_items - 1];
  __syncthreads();

  unsigned hash_before = thread > 0 ? last_hash[thread - 1] : 0;
  int before = thread > 0 ? last_place[thread - 1] : -1;
#pragma unroll
  for (int k = 0; k < tile_items; ++k) {
    const int place = places[k];
    if (place >= own_points && tile.has(place)) {
      const bool recurs = before >= 0 && hash_before == hashes[k] && tile.has(before) && tile.equal(before, place);
      atomicMin(&least[(place - own_points) / 32], recurs ? static_cast<int>(tile.index(before)) : -1);
    }
    hash_before = hashes[k];
    before = place;
  }
  __syncthreads();
  const std::int64_t box = tile.begin / 32 + thread;
  if (thread < own_boxes && 32 * box < points.count)
    earlier[box] = least[thread];
}

/// A warp for each box.
__global__ void __launch_bounds__(128)
    earlier_of_boxes(const std::int32_t* below, std::int64_t below_count, std::int32_t* earlier) {
  const int lane = threadIdx.x % 32;
  const std::int64_t b = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (32 * b >= below_count)
    return;
  const int least = warp_min(32 * b + lane < below_count ? below[32 * b + lane] : INT_MAX);
  if (lane == 0)
    earlier[b] = least;
}

/// A block for each spine.
__global__ void __launch_bounds__(256) recurring_spines(spine_list list, const std::int32_t* earlier) {
  __shared__ int superfluous;
  spine& on = list.spines[blockIdx.x];
  if (!on.dense)
    return;
  if (threadIdx.x == 0)
    superfluous = 0;
  __syncthreads();
  const std::int64_t begin = on.first / 32, end = on.last / 32 + 1;
  int mine = 0;
  for (std::int64_t b = begin + threadIdx.x; b < end; b += blockDim.x)
    mine += earlier[b] > on.first;
  atomicAdd(&superfluous, mine);
  __syncthreads();
  // All other boxes may be opened, and opening a box takes about four times as long as ranking its points in a row.
  if (threadIdx.x == 0 && 4 * std::int64_t(superfluous) >= 3 * (end - begin)) {
    on.dense = false;
    atomicAdd(&list.counts->recurring, 1u);
  }
}

} // namespace

void find_earlier_points(cudaStream_t stream, point_bits const& points, std::int32_t* earlier) {
  earlier_points<<<blocks_for(points.count, own_points), tile_threads, 0, stream>>>(points, earlier);
  check_launch("earlier_points");
}

void find_earlier_of_boxes(cudaStream_t stream, const std::int32_t* below, std::int64_t below_count,
                           std::int32_t* earlier) {
  earlier_of_boxes<<<blocks_for(below_count, 128), 128, 0, stream>>>(below, below_count, earlier);
  check_launch("earlier_of_boxes");
}

void find_recurring_spines(cudaStream_t stream, spine_list const& list, unsigned count, const std::int32_t* earlier) {
  recurring_spines<<<count, 256, 0, stream>>>(list, earlier);
  check_launch("recurring_spines");
}

} // namespace thrustline::gpu
