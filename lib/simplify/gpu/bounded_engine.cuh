// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "simplify/flow/engine.hpp"
#include "simplify/gpu/bounded/bounded_call.cuh"
#include "simplify/gpu/bounded/finish_short.cuh"
#include "simplify/gpu/bounded/spines/recurrences.cuh"
#include "simplify/gpu/bounded/spines/spines.cuh"
#include "simplify/gpu/bounded/split_long.cuh"
#include "simplify/gpu/bounded/split_problem.cuh"

/// Engine `bounded`: boxes of all points; then long segments through a queue; then short ones tile by tile. A single
/// series of few points leaves most of the device idle, so its short segments are finished at the same time, through a
/// queue of their own. Spines found on the way are cut, and the rest goes through queue and tiles again.
namespace thrustline::gpu {

/// Rounds of spines that make fewer cuts are poor: they are not worth their time.
inline constexpr unsigned least_made = 512;

/// After this number of poor rounds spines are not looked for.
inline constexpr unsigned most_poor_rounds = 8;

/// Marks the cuts of a problem's series, whose ends are marked and all else is 0. Waits once, at the end, and once more
/// for each round of spines. Finishing short segments in every round is harmless: those that it finds are segments of
/// the tree, whatever else is still to be split, and it finds the same cuts again.
/// Memory: call_memory, the boxes, and cut_spines(): for each point 2/31 of its bytes, plus less than 2.32 bytes (2.24
/// for a mask of points of up to 8 bytes); 4/31 byte more for the recurrences of points of two or three dimensions. For
/// float values that is less than half of points and mask. Outcome: see outcomes.cuh.
template <class Outcome, class Call, class Problem>
class bounded_engine {
public:
  bounded_engine(Call& call, Problem const& series)
      : call_(call), series_(series),
        memory_(call.memory_for(series)), queues_{memory_.template teams<Outcome::reads_marks>(),
                                                  memory_.template warps<Outcome::reads_marks>(),
                                                  most_steps_of_warp(series.count),
                                                  overlaps && call.ends_marked() ? memory_.shorts() : short_queue{}},
        problem_{{series.points, series.count, &call.boxes(), series.metric, series.tolerance},
                 memory_.ends(),
                 series.marks,
                 {},
                 memory_.state()} {}

  /// Returns nothing if the input is rejected.
  std::optional<flow::engine_report> run() {
    if (!call_.ends_marked())
      begin_listed_series();
    problem_.spines = memory_.spines(most_spines, least_dense_);
    call_state done = first_round();
    unsigned poor = 0;
    for (bool first = true; find_spines(done); first = false) {
      poor += !first && done.spines.made < least_made ? 1 : 0;
      memory_.begin_round(stream_);
      problem_.boxes = &call_.boxes_for_warps(series_.count);
      const bool dense = done.spines.dense > 0;
      cut_spines(call_.policy(), problem_, done.spines, dense ? recurring() : recurring_boxes{}, queues_);
      problem_.spines = memory_.spines(poor < most_poor_rounds ? most_spines : 0, least_dense_);
      done = split_then_finish(false);
      recurring_spines_ += done.spines.recurring;
      if (dense && done.spines.recurring == 0)
        least_dense_ = least_dense_spine;
    }
    if (call_.rejected())
      return std::nullopt;
    return flow::engine_report{static_cast<std::int64_t>(done.levels), static_cast<std::int64_t>(done.kept)};
  }

  /// Cuts that were planned from both ends of long segments and made at once.
  std::int64_t spine_cuts() const { return spine_cuts_; }

  /// Dense spines that were searched by boxes, as their points recur.
  std::int64_t recurring_spines() const { return recurring_spines_; }

private:
  using index = typename Problem::index;

  /// Whether splitting and finishing may overlap.
  static constexpr bool overlaps = !Outcome::reads_marks && sizeof(index) == sizeof(std::int32_t);

  /// Whether dense spines may have points that recur.
  static constexpr bool recurs = can_recur<Problem>;

  void begin_listed_series() {
    const auto blocks = static_cast<unsigned>((std::int64_t(series_.series) + 255) / 256);
    begin_series<<<blocks, 256, 0, stream_>>>(series_.ends(), series_.series, memory_.ends(), queues_);
    detail::check_cuda(cudaGetLastError(), "begin_series");
  }

  call_state first_round() {
    if constexpr (overlaps)
      if (queues_.shorts.entries)
        return split_and_finish();
    return split_then_finish(call_.ends_marked());
  }

  /// begins_series: see split_all().
  call_state split_then_finish(bool begins_series) {
    split_all<false>(stream_, problem_, queues_, begins_series);
    return finish();
  }

  /// The first round of a single series, both at the same time.
  call_state split_and_finish() {
    split_all<true>(stream_, problem_, queues_, true);
    finish_queued(stream_, problem_, queues_.shorts);
    call_state done = call_.mail().read(problem_.state);
    if (done.shorts.put.value > queues_.shorts.room) { // the segments that were lost are between marked ends
      const spine_counts found = done.spines;
      memory_.begin_round(stream_);
      done = finish();
      done.spines = found;
    } else {
      done.kept += done.shorts.cuts + 2; // and the ends of the series
    }
    return done;
  }

  /// The boxes that may be superfluous, made when the first dense spines are found: it takes one more pass over the
  /// points.
  recurring_boxes recurring() {
    if constexpr (recurs) {
      if (!recurrences_)
        recurrences_.emplace(call_.policy(), bits_of(series_.points, series_.count), call_.boxes().levels);
      return recurrences_->boxes();
    }
    return {};
  }

  call_state finish() {
    finish_tiles(stream_, problem_);
    call_.follow_round(problem_);
    return call_.mail().read(problem_.state);
  }

  /// Counts the cuts of a round. Returns whether spines were found that there was room for.
  bool find_spines(call_state& done) {
    spine_cuts_ += done.spines.made;
    done.spines.spines = std::min(done.spines.spines, problem_.spines.room);
    return done.spines.spines != 0 && !call_.rejected();
  }

  Call& call_;
  Problem const& series_;
  const cudaStream_t stream_ = detail::stream_of(call_.policy());
  call_memory<device_policy> const& memory_;
  const long_queues<Outcome> queues_;
  split_problem<Outcome, index, typename Problem::real, Problem::dimensions, typename Problem::metric_type,
                flow::tolerance_of_point<typename Problem::real>>
      problem_;
  std::int64_t spine_cuts_ = 0, recurring_spines_ = 0;
  unsigned least_dense_ = recurs ? least_recurring_spine : least_dense_spine; ///< raised once dense spines do not recur
  std::optional<recurrences<device_policy>> recurrences_;
};

} // namespace thrustline::gpu
