// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/flow/kept_lists.hpp"
#include "core/flow/tabulated.hpp"
#include "simplify/flow/ring_layout.hpp"
#include "simplify/simplify_backends.hpp"
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

struct copy_index {
  const std::int64_t* from;
  std::int64_t* to;
  THRUSTLINE_HD void operator()(std::int64_t j) const { to[j] = from[j]; }
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

template <class Real>
bool wants_segments(detail::wanted_results<Real> const& wanted) {
  return wanted.segment_offsets || !wanted.segments.given() || wanted.segments.given()->ends;
}

/// Whether anything but the mask is wanted. If not, the call last waits for the engine, or for the count of the mask if
/// the engine counts no kept points.
template <class Real>
bool wants_lists(detail::wanted_results<Real> const& wanted) {
  std::optional<detail::kept_room<Real>> const& room = wanted.kept.given();
  return wanted.kept_counts || wanted.kept_offsets || !room || room->indices || room->coordinates ||
         wants_segments(wanted);
}

/// The kept points of a batch: their mask, and lists in the policy's memory.
struct kept_points {
  const std::int64_t* series_offsets;
  std::int64_t points, series;
  bool closed;
  const std::uint8_t* mask;
  std::int64_t* indices;
  std::int64_t* offsets;
};

/// Fills `indices` and `offsets`, and the counts of series unless they are null. Returns the number of kept points.
template <class Policy>
std::int64_t list_kept(Policy const& policy, kept_points const& kept, std::int64_t* counts) {
  const std::int64_t count = list_indices(policy, kept.points, is_kept{kept.mask}, kept.indices);
  detail::for_each_index(policy, kept.series + 1,
                         locate_series{kept.series_offsets, kept.indices, count, kept.offsets});
  if (counts)
    detail::for_each_index(policy, kept.series, count_kept{kept.offsets, counts});
  return count;
}

/// Closes the list of a ring whose kept last point repeats a dropped first point: its last entry becomes the ring's
/// first kept point.
struct replace_closing {
  kept_points kept;
  ring_layout layout;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t begin = kept.offsets[s], end = kept.offsets[s + 1];
    if (layout.repeats_first(s) && begin < end && kept.indices[begin] != layout.offsets[s] &&
        kept.indices[end - 1] == layout.offsets[s + 1] - 1)
      kept.indices[end - 1] = kept.indices[begin];
  }
};

template <class Policy>
void replace_closings(Policy const& policy, replace_closing const& replace) {
  detail::for_each_index(policy, replace.layout.series, replace);
}

/// Copies `count` indices.
template <class Policy>
void copy_indices(Policy const& policy, const std::int64_t* from, std::int64_t count, std::int64_t* to) {
  detail::for_each_index(policy, count, copy_index{from, to});
}

/// Writes the series + 1 offsets of the segments between listed points. Returns the number of segments, for which it
/// waits.
template <class Policy>
std::int64_t locate_kept_segments(Policy const& policy, kept_points const& kept, std::int64_t* offsets) {
  detail::scan<false>(policy, tabulated(series_segments{kept.offsets, kept.series, kept.closed}), kept.series + 1,
                      offsets, std::int64_t(0), detail::plus<std::int64_t>{});
  return detail::read_back(policy, offsets + kept.series);
}

/// Writes the segments between `count` listed points.
template <class Policy>
void list_kept_segments(Policy const& policy, kept_points const& kept, std::int64_t count, const std::int64_t* offsets,
                        std::int64_t* segments) {
  detail::for_each_index(policy, count,
                         write_segment{kept.indices, kept.offsets, offsets, kept.series, kept.closed, segments});
}

/// Writes the segments between `count` listed points, and their offsets, as far as they are wanted. Returns their
/// number.
template <class Policy, class Real>
std::int64_t write_segments(Policy const& policy, kept_points const& kept, std::int64_t count,
                            detail::wanted_results<Real> const& wanted) {
  detail::temporary<std::int64_t, Policy> own_offsets(policy, wanted.segment_offsets ? 0 : kept.series + 1);
  std::int64_t* const offsets = wanted.segment_offsets ? wanted.segment_offsets : own_offsets.data();
  const std::int64_t segments = locate_kept_segments(policy, kept, offsets);
  if (const detail::segments_room room = wanted.segments(segments); room.ends)
    list_kept_segments(policy, kept, count, offsets, room.ends);
  return segments;
}

/// Writes all outputs but the mask itself, and the numbers of kept points and segments into `report`. `counted`: the
/// kept points, where they have been counted.
template <class Policy, class Real, int D>
void write_outputs(Policy const& policy, call_input<Real, D> const& input, const std::uint8_t* mask,
                   std::optional<std::int64_t> counted, detail::wanted_results<Real> const& wanted,
                   simplify_report& report) {
  batch<Real, D> const& lines = input.lines;
  if (!wants_lists(wanted)) {
    report.kept = counted ? *counted : count_mask(policy, mask, lines.count);
    return;
  }
  std::int64_t* const given_indices = wanted.kept.given() ? wanted.kept.given()->indices : nullptr;
  detail::temporary<std::int64_t, Policy> own_indices(policy, given_indices ? 0 : lines.count);
  detail::temporary<std::int64_t, Policy> own_offsets(policy, wanted.kept_offsets ? 0 : lines.series + 1);
  const kept_points kept{lines.offsets,
                         lines.count,
                         lines.series,
                         input.options.closed(),
                         mask,
                         given_indices ? given_indices : own_indices.data(),
                         wanted.kept_offsets ? wanted.kept_offsets : own_offsets.data()};
  report.kept = list_kept(policy, kept, wanted.kept_counts);
  if (input.rings)
    replace_closings(policy, replace_closing{kept, layout_of(input)});
  const detail::kept_room<Real> room = wanted.kept(report.kept);
  if (room.indices && !given_indices)
    copy_indices(policy, kept.indices, report.kept, room.indices);
  if (room.coordinates)
    detail::for_each_index(
        policy, report.kept,
        gather_point<Real, D>{lines.points, kept.indices, reinterpret_cast<point<Real, D>*>(room.coordinates)});
  if (wants_segments(wanted))
    report.segments = write_segments(policy, kept, report.kept, wanted);
}

} // namespace thrustline::flow
