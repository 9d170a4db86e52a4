// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/reduce.hpp>

/// The forms of the result that the caller asked for, from the keep mask.
namespace thrustline::flow {

struct count_kept {
  const std::int64_t* kept_offsets;
  std::int64_t* counts;
  THRUSTLINE_HD void operator()(std::int64_t s) const { counts[s] = kept_offsets[s + 1] - kept_offsets[s]; }
};

template <class Real, int D>
struct gather_point {
  const point<Real, D>* points;
  const std::int64_t* kept;
  point<Real, D>* out;
  THRUSTLINE_HD void operator()(std::int64_t j) const { out[j] = points[kept[j]]; }
};

/// Segments of a series with `kept` points: between neighbours, and of a ring also from its last to its first.
THRUSTLINE_HD inline std::int64_t segments_between(std::int64_t kept, bool closed) {
  return kept < 2 ? 0 : closed ? kept : kept - 1;
}

struct series_segments {
  const std::int64_t* kept_offsets;
  std::int64_t series;
  bool closed;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const {
    return s < series ? segments_between(kept_offsets[s + 1] - kept_offsets[s], closed) : 0;
  }
};

/// The segment that begins at entry j of the list of kept points, if one does.
struct write_segment {
  const std::int64_t* kept;
  const std::int64_t* kept_offsets;
  const std::int64_t* segment_offsets;
  std::int64_t series;
  bool closed;
  std::int64_t* segments;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t s = count_below(kept_offsets, series + 1, j + 1) - 1;
    const std::int64_t begin = kept_offsets[s], end = kept_offsets[s + 1];
    if (j - begin >= segments_between(end - begin, closed))
      return;
    const std::int64_t to = segment_offsets[s] + (j - begin);
    segments[2 * to] = kept[j];
    segments[2 * to + 1] = kept[j + 1 < end ? j + 1 : begin];
  }
};

/// Whether anything is wanted but the mask. Where nothing is, a call ends with a wait: the engine's, if it counts the
/// kept points, or that of their count.
template <class Real, int D>
bool wants_lists(simplify_outputs<Real, D> const& outputs) {
  return outputs.kept_counts || outputs.kept_offsets || outputs.kept_indices || outputs.kept_points ||
         outputs.segments || outputs.segment_offsets;
}

/// Writes all outputs but the mask itself. `outputs` leads to the policy's memory. counted: the kept points, if they
/// have been counted, else -1. Fills kept and segments of `report`.
template <class Policy, class Real, int D>
void write_outputs(Policy const& policy, batch<Real, D> const& lines, bool closed, const std::uint8_t* mask,
                   std::int64_t counted, simplify_outputs<Real, D> const& outputs, simplify_report& report) {
  const bool wants_segments = outputs.segments || outputs.segment_offsets;
  if (!wants_lists(outputs)) {
    report.kept = counted >= 0 ? counted
                               : detail::reduce<std::int64_t>(policy, mask, lines.count, std::int64_t(0),
                                                              detail::plus<std::int64_t>{});
    return;
  }

  detail::temporary<std::int64_t, Policy> own_indices(policy, outputs.kept_indices ? 0 : lines.count);
  detail::temporary<std::int64_t, Policy> own_offsets(policy, outputs.kept_offsets ? 0 : lines.series + 1);
  std::int64_t* const kept = outputs.kept_indices ? outputs.kept_indices : own_indices.data();
  std::int64_t* const kept_offsets = outputs.kept_offsets ? outputs.kept_offsets : own_offsets.data();

  report.kept = list_indices(policy, lines.count, is_kept{mask}, kept);
  detail::for_each_index(policy, lines.series + 1, locate_series{lines.offsets, kept, report.kept, kept_offsets});
  if (outputs.kept_counts)
    detail::for_each_index(policy, lines.series, count_kept{kept_offsets, outputs.kept_counts});
  if (outputs.kept_points)
    detail::for_each_index(
        policy, report.kept,
        gather_point<Real, D>{lines.points, kept, reinterpret_cast<point<Real, D>*>(outputs.kept_points)});
  if (!wants_segments)
    return;

  detail::temporary<std::int64_t, Policy> own_segments(policy, outputs.segment_offsets ? 0 : lines.series + 1);
  std::int64_t* const segment_offsets = outputs.segment_offsets ? outputs.segment_offsets : own_segments.data();
  auto lengths = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0),
                                                 series_segments{kept_offsets, lines.series, closed});
  detail::scan<false>(policy, lengths, lines.series + 1, segment_offsets, std::int64_t(0),
                      detail::plus<std::int64_t>{});
  report.segments = detail::read_back(policy, segment_offsets + lines.series);
  if (outputs.segments)
    detail::for_each_index(policy, report.kept,
                           write_segment{kept, kept_offsets, segment_offsets, lines.series, closed, outputs.segments});
}

} // namespace thrustline::flow
