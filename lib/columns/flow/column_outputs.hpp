// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "columns/flow/column_view.hpp"

/// The results of segment_columns from the bits of the kept points, one series a call.
namespace thrustline::flow {

struct kept_bits {
  const std::uint32_t* words;
  std::int64_t per_series;
  THRUSTLINE_HD bool operator()(std::int64_t s, std::int64_t row) const {
    return words[s * per_series + row / 32] >> row % 32 & 1;
  }
};

/// counts[s]: segments of series s. The count behind the last series is 0, for the scan.
struct count_column_segments {
  kept_bits kept;
  std::int64_t rows, series;
  std::int64_t* counts;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    std::int64_t points = 0;
    for (std::int64_t row = 0; s < series && row < rows; ++row)
      points += kept(s, row);
    counts[s] = points > 1 ? points - 1 : 0;
  }
};

template <class Value>
struct write_column_segments {
  column_view<Value> view;
  kept_bits kept;
  const std::int64_t* offsets;
  column_segment<column_real<Value>>* segments;
  std::int64_t capacity;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    std::int64_t to = offsets[s];
    column_segment<column_real<Value>> segment{-1, -1, 0, 0};
    for (std::int64_t row = 0; row < view.rows && to < capacity; ++row) {
      if (!kept(s, row))
        continue;
      segment.last = static_cast<std::int32_t>(row);
      segment.value_last = view(s, row);
      if (segment.first >= 0)
        segments[to++] = segment;
      segment.first = segment.last;
      segment.value_first = segment.value_last;
    }
  }
};

/// The mask of the points of word w = s * per_series + k.
struct write_column_mask {
  kept_bits kept;
  std::int64_t rows;
  std::uint8_t* mask;
  THRUSTLINE_HD void operator()(std::int64_t w) const {
    const std::int64_t begin = w % kept.per_series * 32, end = begin + 32 < rows ? begin + 32 : rows;
    std::uint8_t* const column = mask + w / kept.per_series * rows;
    for (std::int64_t row = begin; row < end; ++row)
      column[row] = static_cast<std::uint8_t>(kept.words[w] >> (row - begin) & 1);
  }
};

} // namespace thrustline::flow
