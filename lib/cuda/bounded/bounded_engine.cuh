// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/bounded/boxes_of_call.cuh"
#include "cuda/bounded/finish_short.cuh"
#include "cuda/bounded/split_long.cuh"
#include "flow/simplify_flow.hpp"

/// Engine `bounded`: boxes of all points, then the long segments through a queue, then the short ones tile by tile.
namespace thrustline::cuda {

/// Marks the cuts of all series, whose ends are marked and all else is 0. Waits once, at the end.
/// Memory: call_memory and the boxes. Outcome: see outcomes.cuh.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
flow::engine_report bounded_engine(Policy const& policy, boxes_of_call<Policy, Real, D>& boxes_of,
                                   const point<Real, D>* points, Index count, const detail::chord_ends<Index>* series,
                                   Index series_count, Tolerance tolerance,
                                   flow::skipping<Metric, Real, D> const& metric, typename Outcome::mark* marks) {
  const cudaStream_t stream = detail::stream_of(policy);
  box_tree<Real, D> const& boxes = boxes_of.of(points, count, metric.skip, metric.valid);
  call_memory<Policy> const& memory = boxes_of.memory();
  call_state* const state = memory.state();
  const long_queues<Outcome> queues{memory.template teams<Outcome::reads_marks>(),
                                    memory.template warps<Outcome::reads_marks>(), most_steps_of_warp(count)};
  begin_series<<<static_cast<unsigned>((std::int64_t(series_count) + 255) / 256), 256, 0, stream>>>(
      series, series_count, memory.level_marks(), queues);
  detail::check_cuda(cudaGetLastError(), "begin_series");

  split_all(stream, points, count, boxes, queues, metric, tolerance, memory.level_marks(), marks, state);
  finish_all<Outcome>(stream, points, count, boxes, metric, tolerance, memory.level_marks(), marks, state);
  const call_state done = detail::read_back(policy, state);
  flow::engine_report report(static_cast<std::int64_t>(done.levels));
  report.kept = static_cast<std::int64_t>(done.kept);
  report.refused = done.refused != 0;
  return report;
}

} // namespace thrustline::cuda
