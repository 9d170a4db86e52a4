// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "depth/steps/image_size.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/geometry/rounding.hpp>

namespace thrustline::depth {

/// Segments of all columns: series s = frame * columns + column has segments [offsets[s], offsets[s + 1]), from the
/// top, as segment_columns() writes them. Segment: a struct with members first, last (rows, both included),
/// value_first, value_last.
template <class Segment>
struct segments_of_columns {
  const std::int64_t* offsets; ///< columns * frames + 1 values
  const Segment* segments;
  std::int64_t count; ///< segments from this one on are absent
};

namespace detail {

template <class Segment>
struct value_on_segment {
  segments_of_columns<Segment> columns;
  image_size size;
  float* image;

  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const divided by_columns = divide(i, size.columns), by_rows = divide(by_columns.quotient, size.rows);
    const std::int64_t series = by_rows.quotient * size.columns + by_columns.remainder, row = by_rows.remainder;
    const std::int64_t end = below_count(columns.offsets[series + 1]);
    const std::int64_t s = first_ending_at_or_below(row, below_count(columns.offsets[series]), end);
    image[i] = s < end && columns.segments[s].first <= row ? value(columns.segments[s], row) : absent;
  }

private:
  THRUSTLINE_HD std::int64_t below_count(std::int64_t segment) const {
    return segment < columns.count ? segment : columns.count;
  }

  THRUSTLINE_HD std::int64_t first_ending_at_or_below(std::int64_t row, std::int64_t begin, std::int64_t end) const {
    while (begin < end) {
      const std::int64_t middle = begin + (end - begin) / 2;
      if (columns.segments[middle].last < row)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }

  THRUSTLINE_HD static float value(Segment const& s, std::int64_t row) {
    if (row == s.first || row == s.last)
      return row == s.first ? s.value_first : s.value_last;
    const auto steps = static_cast<float>(std::int64_t(s.last) - s.first), step = static_cast<float>(row - s.first);
    const float rise = rounding::mul(rounding::sub(s.value_last, s.value_first), step);
    return rounding::add(s.value_first, rounding::div(rise, steps));
  }
};

} // namespace detail

/// Draws segments into images: the line between a segment's ends, and NaN where there is no segment.
///
/// `image` has size.pixels() values. Does not synchronise, allocates nothing. Work: log2(segments of the column) steps
/// for each pixel.
template <class Policy, class Segment>
void reconstruct_columns(Policy const& policy, segments_of_columns<Segment> const& columns, image_size const& size,
                         float* image) {
  thrustline::detail::for_each_index(policy, size.pixels(), detail::value_on_segment<Segment>{columns, size, image});
}

} // namespace thrustline::depth
