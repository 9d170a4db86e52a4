// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/bounded/boxes_of_call.cuh"
#include "cuda/bounded/finish_short.cuh"
#include "cuda/bounded/split_long.cuh"

/// Engine `bounded`: boxes of all points, then the long segments through a queue, then the short ones tile by tile.
namespace thrustline::cuda {

/// Owns the entries and counters of a queue.
template <class Policy>
class owned_queue {
public:
  owned_queue(Policy const& policy, std::int64_t capacity) : entries_(policy, capacity), counters_(policy, 1) {
    const cudaStream_t stream = detail::stream_of(policy);
    queue_ = {entries_.data(), capacity, counters_.data()};
    detail::check_cuda(cudaMemsetAsync(entries_.data(), 0, capacity * sizeof(segment_queue::entry), stream),
                       "cudaMemsetAsync");
    detail::check_cuda(cudaMemsetAsync(counters_.data(), 0, sizeof(segment_queue::counters), stream),
                       "cudaMemsetAsync");
  }

  segment_queue const& view() const { return queue_; }

private:
  detail::temporary<segment_queue::entry, Policy> entries_;
  detail::temporary<segment_queue::counters, Policy> counters_;
  segment_queue queue_{};
};

/// Blocks of `threads` that fill the device, or fewer if there is work for fewer.
template <class Kernel>
unsigned resident_grid(Kernel kernel, int threads, int bytes, std::int64_t needed) {
  int resident = 1;
  detail::check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, threads, bytes),
                     "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  const std::int64_t most = std::int64_t(std::max(resident, 1)) * device_attribute(cudaDevAttrMultiProcessorCount);
  return static_cast<unsigned>(std::clamp<std::int64_t>(needed, 1, most));
}

/// Marks the cuts of all series, whose ends are marked and all else is 0. Returns the levels. Waits once, at the end.
/// Memory: a byte a point for the level marks, the boxes (at most 2 * D * sizeof(Real) / 31 bytes a point) and some
/// 1/16 byte a point for the queues, twice that for significance. Outcome: see outcomes.cuh.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
std::int64_t bounded_engine(Policy const& policy, boxes_of_call<Policy, Real, D>& boxes_of,
                            const point<Real, D>* points, Index count, const chord_ends<Index>* series,
                            Index series_count, Tolerance tolerance, flow::skipping<Metric, Real, D> const& metric,
                            typename Outcome::mark* marks) {
  const cudaStream_t stream = detail::stream_of(policy);
  box_tree<Real, D> const& boxes = boxes_of.of(points, count, metric.skip, metric.valid);

  const std::int64_t marked = std::int64_t(count) + fused_points;
  detail::temporary<level_mark, Policy> level_marks(policy, marked);
  detail::check_cuda(cudaMemsetAsync(level_marks.data(), 0, marked, stream), "cudaMemsetAsync");
  // Entries are long series, long pieces that teams have left, and one of two long halves: of each no more than there
  // is room for, side by side.
  const std::int64_t for_teams = count / team_steps + 1, for_warps = count / Outcome::short_steps + 1;
  const owned_queue<Policy> of_teams(policy, 2 * for_teams), of_warps(policy, 2 * for_warps);
  const long_queues<Outcome> queues{of_teams.view(), of_warps.view()};
  begin_series<<<static_cast<unsigned>((std::int64_t(series_count) + 255) / 256), 256, 0, stream>>>(
      series, series_count, level_marks.data(), queues);
  detail::check_cuda(cudaGetLastError(), "begin_series");

  constexpr int threads = 32 * team_warps;
  const auto split = [&](auto kernel, std::int64_t blocks) {
    kernel<<<resident_grid(kernel, threads, 0, blocks), threads, 0, stream>>>(points, boxes, queues, metric, tolerance,
                                                                              level_marks.data(), marks);
    detail::check_cuda(cudaGetLastError(), "split_long");
  };
  if (count > team_steps)
    split(split_long<Outcome, team_warps, Index, Real, D, Metric, Tolerance>, for_teams);
  split(split_long<Outcome, 1, Index, Real, D, Metric, Tolerance>, (for_warps + team_warps - 1) / team_warps);

  unsigned long long* const levels = &queues.of_warps.state->levels;
  const auto finish = finish_short<Outcome, Index, Real, D, Metric, Tolerance>;
  const fused_memory<point<Real, D>, Outcome> size(reach_points<Outcome>);
  const int available = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int warps = std::clamp(available / static_cast<int>(size.bytes), 1, 4);
  const int bytes = warps * static_cast<int>(size.bytes);
  detail::check_cuda(cudaFuncSetAttribute(finish, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
                     "cudaFuncSetAttribute");
  const std::int64_t tiles = (std::int64_t(count) + tile_points - 1) / tile_points;
  finish<<<static_cast<unsigned>(std::min<std::int64_t>((tiles + warps - 1) / warps, INT_MAX)), 32 * warps, bytes,
           stream>>>(points, count, size, metric, tolerance, level_marks.data(), marks, levels);
  detail::check_cuda(cudaGetLastError(), "finish_short");
  return static_cast<std::int64_t>(detail::read_back(policy, levels));
}

} // namespace thrustline::cuda
