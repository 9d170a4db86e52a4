// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "simplify/flow/simplify_flow.hpp"
#include "simplify/gpu/bounded/boxes_of_call.cuh"
#include "simplify/gpu/bounded/finish_short.cuh"
#include "simplify/gpu/bounded/spines/spines.cuh"
#include "simplify/gpu/bounded/split_long.cuh"

/// Engine `bounded`: boxes of all points, then the long segments through a queue, then the short ones tile by tile; of
/// a single series of few points, which leaves most of the device idle while its long segments are split one from the
/// other, the short ones at the same time, through a queue too. If spines of the split tree were found on the way,
/// these are cut, and what they leave goes through queue and tiles.
namespace thrustline::gpu {

/// A round of spines that makes fewer cuts is not worth its time, and after so many of them spines are not looked for.
inline constexpr unsigned least_made = 512, most_poor_rounds = 8;

/// Marks the cuts of all series, whose ends are marked and all else is 0. Waits once, at the end, and once more for
/// each round of spines. Finishing short segments in every round is harmless: those that it finds are segments of the
/// tree, whatever else is still to be split, and it finds the same cuts again.
/// `series`: null for a single one of all points.
/// Memory: call_memory, the boxes, and cut_spines(): for each point 2 / 31 of its own bytes and less than 2.32, of a
/// mask of points of up to 8 bytes 2.24: for float values less than half of what they take with it. Outcome: see
/// outcomes.cuh.
template <class Outcome, class Index, class Policy, class Real, int D, class Metric, class Tolerance>
flow::engine_report bounded_engine(Policy const& policy, boxes_of_call<Policy, Real, D>& boxes_of,
                                   const point<Real, D>* points, Index count, const detail::chord_ends<Index>* series,
                                   Index series_count, Tolerance tolerance,
                                   flow::skipping<Metric, Real, D> const& metric, typename Outcome::mark* marks) {
  const cudaStream_t stream = detail::stream_of(policy);
  box_tree<Real, D> const& boxes = boxes_of.of(points, count, metric.skip, metric.valid);
  call_memory<Policy> const& memory = boxes_of.memory();
  call_state* const state = memory.state();
  constexpr bool overlapped = !Outcome::reads_marks && sizeof(Index) == sizeof(std::int32_t);
  const long_queues<Outcome> queues{memory.template teams<Outcome::reads_marks>(),
                                    memory.template warps<Outcome::reads_marks>(), most_steps_of_warp(count),
                                    overlapped && !series ? memory.shorts() : short_queue{}};
  if (series) {
    begin_series<<<static_cast<unsigned>((std::int64_t(series_count) + 255) / 256), 256, 0, stream>>>(
        series, series_count, memory.ends(), queues);
    detail::check_cuda(cudaGetLastError(), "begin_series");
  }

  split_problem<Outcome, Index, Real, D, Metric, Tolerance> problem{points,        count, boxes, metric, tolerance,
                                                                    memory.ends(), marks, {},    state};
  const auto finish = [&] {
    finish_tiles(stream, problem);
    return boxes_of.mail().read(state);
  };
  // At the same time, the first round of a single series.
  const auto split_and_finish = [&] {
    call_state done{};
    if constexpr (overlapped) {
      split_all<true>(stream, problem, queues, true);
      finish_queued(stream, problem, queues.shorts);
      done = boxes_of.mail().read(state);
      if (done.shorts.put.value > queues.shorts.room) { // those that are lost are between marked ends
        const spine_counts found = done.spines;
        memory.begin_round(stream);
        done = finish();
        done.spines = found;
      } else {
        done.kept += done.shorts.cuts + 2; // and the ends of the series
      }
    }
    return done;
  };

  call_state done{};
  std::int64_t spine_cuts = 0;
  for (unsigned room = most_spines, rounds = 0, poor = 0;; ++rounds) {
    problem.spines = memory.spines(room);
    if (rounds == 0 && queues.shorts.entries) {
      done = split_and_finish();
    } else {
      split_all<false>(stream, problem, queues, rounds == 0 && !series);
      done = finish();
    }
    spine_cuts += done.spines.made;
    done.spines.spines = std::min(done.spines.spines, room);
    if (done.spines.spines == 0 || boxes_of.refused())
      break;
    poor += rounds > 0 && done.spines.made < least_made ? 1 : 0;
    room = poor < most_poor_rounds ? most_spines : 0;
    memory.begin_round(stream);
    problem.boxes = boxes_of.for_warps(count);
    cut_spines(policy, problem, done.spines, queues);
  }
  flow::engine_report report(static_cast<std::int64_t>(done.levels));
  report.kept = static_cast<std::int64_t>(done.kept);
  report.refused = boxes_of.refused();
  report.spine_cuts = spine_cuts;
  return report;
}

} // namespace thrustline::gpu
