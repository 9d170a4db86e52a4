// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "depth/steps/image_size.hpp"
#include <thrustline/detail/for_each_index.hpp>

namespace thrustline::depth {
namespace detail {

struct take_nearest_row {
  const float* from;
  image_size size;
  std::int64_t rows;
  float* resampled;
  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const divided by_columns = divide(i, size.columns), by_rows = divide(by_columns.quotient, rows);
    const std::int64_t row = divide((2 * by_rows.remainder + 1) * size.rows, 2 * rows).quotient;
    resampled[i] = from[(by_rows.quotient * size.rows + row) * size.columns + by_columns.remainder];
  }
};

} // namespace detail

/// Stretches or shrinks images to `rows` rows: row r is row floor((2 r + 1) * size.rows / (2 * rows)) of `from`, the
/// one that contains its centre.
///
/// `from` has size.pixels() values, `resampled` size.columns * rows * size.frames; they do not overlap. size.rows > 0
/// unless rows is 0, both < 2^31. Does not synchronise, allocates nothing. Work: one step for each pixel of the result.
template <class Policy>
void resample_rows(Policy const& policy, const float* from, image_size const& size, std::int64_t rows,
                   float* resampled) {
  thrustline::detail::for_each_index(policy, size.columns * rows * size.frames,
                                     detail::take_nearest_row{from, size, rows, resampled});
}

} // namespace thrustline::depth
