// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "columns/flow/column_outputs.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/for_each_index.hpp>

/// Columns of any length as a batch of series: copied one after the other and given to an engine for batches.
namespace thrustline::flow {

template <class Value>
struct copy_column_pixel {
  column_view<Value> view;
  point<column_real<Value>, 1>* points;
  THRUSTLINE_HD void operator()(std::int64_t i) const { points[i] = {{view(i / view.rows, i % view.rows)}}; }
};

struct equal_offsets {
  std::int64_t rows;
  std::int64_t* offsets;
  THRUSTLINE_HD void operator()(std::int64_t s) const { offsets[s] = s * rows; }
};

/// Word w = s * per_series + k holds the bits of the points 32 k .. 32 k + 31 of series s.
struct pack_mask {
  const std::uint8_t* mask;
  std::int64_t rows, per_series;
  std::uint32_t* words;
  THRUSTLINE_HD void operator()(std::int64_t w) const {
    const std::int64_t begin = w % per_series * 32, end = begin + 32 < rows ? begin + 32 : rows;
    const std::uint8_t* const column = mask + w / per_series * rows;
    std::uint32_t bits = 0;
    for (std::int64_t row = begin; row < end; ++row)
      bits |= static_cast<std::uint32_t>(column[row] != 0) << (row - begin);
    words[w] = bits;
  }
};

/// Writes the bits of the kept points; `tolerances`: null or one a series, in the policy's memory. mark(input, mask)
/// writes the mask of open series.
template <class Policy, class Value, class Mark>
void columns_as_batch(Policy const& policy, column_view<Value> const& view, segment_columns_options const& options,
                      const double* tolerances, Mark mark, std::uint32_t* words) {
  using real = column_real<Value>;
  const std::int64_t count = view.series * view.rows;
  detail::temporary<point<real, 1>, Policy> points(policy, count);
  detail::temporary<std::int64_t, Policy> offsets(policy, view.series + 1);
  detail::temporary<std::uint8_t, Policy> mask(policy, count);
  detail::for_each_index(policy, count, copy_column_pixel<Value>{view, points.data()});
  detail::for_each_index(policy, view.series + 1, equal_offsets{view.rows, offsets.data()});

  const auto batch_options = simplify_options{}
                                 .tolerance(options.tolerance())
                                 .metric(options.metric())
                                 .engine(options.engine())
                                 .invalid(invalid::ignore);
  mark(call_input<real, 1>{{points.data(), count, offsets.data(), view.series}, batch_options, tolerances},
       mask.data());
  const std::int64_t per_series = words_per_series(view.rows);
  detail::for_each_index(policy, view.series * per_series, pack_mask{mask.data(), view.rows, per_series, words});
}

} // namespace thrustline::flow
