// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "cpu/with_policy.hpp"
#include "flow/composed_columns.hpp"
#include "segment_columns_backends.hpp"
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {
namespace {

/// Neighbouring columns are read together, as in row-major images they share cache lines.
constexpr std::int64_t tile_columns = 16;

/// Room for one thread's tile of columns and the mask of one.
template <class Real>
struct tile_memory {
  std::vector<point<Real, 1>> points;
  std::vector<std::uint8_t> mask;

  explicit tile_memory(std::int64_t rows)
      : points(static_cast<std::size_t>(tile_columns * rows)), mask(static_cast<std::size_t>(rows)) {}
};

/// Copies the columns [begin, end), at most a tile of them, one after the other.
template <class Value>
void read_tile(flow::column_view<Value> const& view, std::int64_t begin, std::int64_t end,
               point<column_real<Value>, 1>* points) {
  std::array<const Value*, tile_columns> columns{};
  const auto count = static_cast<std::size_t>(end - begin);
  for (std::size_t c = 0; c < count; ++c)
    columns[c] = view.column(begin + static_cast<std::int64_t>(c));
  for (std::int64_t row = 0; row < view.rows; ++row)
    for (std::size_t c = 0; c < count; ++c)
      points[static_cast<std::int64_t>(c) * view.rows + row] = {{view.decode(columns[c][row * view.row_stride])}};
}

/// Splits one column of `rows` pixels, of which absent ones are NaN; writes its bits.
template <class Real, class Metric>
void split_column(const point<Real, 1>* points, std::int64_t rows, Real tolerance, Metric metric,
                  std::vector<std::uint8_t>& mask, std::uint32_t* words) {
  const flow::validity<Real, 1> valid{flow::absent_value<Real>};
  std::int64_t first = 0, last = rows - 1, absent = 0;
  while (first < rows && !valid(points[first]))
    ++first;
  while (last > first && !valid(points[last]))
    --last;
  for (std::int64_t i = first; i < last; ++i)
    absent += !valid(points[i]);

  std::fill(mask.begin(), mask.end(), std::uint8_t(0));
  if (first < rows) {
    mask[static_cast<std::size_t>(first)] = mask[static_cast<std::size_t>(last)] = 1;
    // Where all points are valid the bare metric makes the faster loop.
    if (absent > 0)
      rdp_recursive(points, first, last, tolerance, mask.data(), flow::skipping<Metric, Real, 1>{metric, true, valid});
    else
      rdp_recursive(points, first, last, tolerance, mask.data(), metric);
  }
  const std::int64_t per_series = flow::words_per_series(rows);
  const flow::pack_mask pack{mask.data(), rows, per_series, words};
  for (std::int64_t w = 0; w < per_series; ++w)
    pack(w);
}

/// Splits all columns, a tile of neighbours a task.
template <class Value, class Metric>
void split_columns(int threads, flow::column_view<Value> const& view,
                   flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words) {
  using real = column_real<Value>;
  const std::int64_t tiles = (view.series + tile_columns - 1) / tile_columns;
  const std::int64_t per_series = flow::words_per_series(view.rows);
  const int team = static_cast<int>(std::clamp<std::int64_t>(tiles, 1, threads));
  // Allocated here: an exception could not leave the parallel region.
  std::vector<tile_memory<real>> memory(static_cast<std::size_t>(team), tile_memory<real>(view.rows));
#pragma omp parallel num_threads(team)
  {
    tile_memory<real>& mine = memory[static_cast<std::size_t>(omp_get_thread_num())];
#pragma omp for schedule(dynamic)
    for (std::int64_t tile = 0; tile < tiles; ++tile) {
      const std::int64_t begin = tile * tile_columns, end = std::min(begin + tile_columns, view.series);
      read_tile(view, begin, end, mine.points.data());
      for (std::int64_t s = begin; s < end; ++s)
        split_column(mine.points.data() + (s - begin) * view.rows, view.rows, tolerance(s), metric, mine.mask,
                     words + s * per_series);
    }
  }
}

} // namespace
} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Value>
void columns_on_cpu<Value>::segment(executor_state& on, column_images<Value> const& images,
                                    segment_columns_options const& options,
                                    segment_columns_outputs<column_real<Value>> const& wanted) {
  using real = column_real<Value>;
  const flow::column_view<Value> view = flow::view_columns(images, options);
  const std::int64_t per_series = flow::words_per_series(view.rows);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(view.series * per_series));
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(view.series + 1));

  cpu::with_policy(on.threads, [&](auto const& policy) {
    if (options.engine() == engine::composed) {
      const auto run = [&](auto points, auto count, auto* ends, auto series, auto tolerance, auto metric,
                           std::uint8_t* mask) {
        const flow::listed_series<decltype(count)> listed{ends};
        return rdp_loop(policy, points, count, listed, series, tolerance, mask, metric);
      };
      flow::composed_columns(policy, view, options, options.tolerances(), run, words.data());
    } else {
      const flow::tolerance_of_series<real> tolerance{static_cast<real>(options.tolerance()), options.tolerances()};
      flow::with_metric(options.metric(),
                        [&](auto metric) { cpu::split_columns(on.threads, view, tolerance, metric, words.data()); });
    }

    const flow::kept_bits kept{words.data(), per_series};
    if (wanted.offsets) {
      for_each_index(policy, view.series + 1,
                     flow::count_column_segments{kept, view.rows, view.series, offsets.data()});
      scan<false>(policy, offsets.data(), view.series + 1, wanted.offsets, std::int64_t(0), plus<std::int64_t>{});
    }
    if (wanted.segments)
      for_each_index(policy, view.series,
                     flow::write_column_segments<Value>{view, kept, wanted.offsets, wanted.segments, wanted.capacity});
    if (wanted.keep_mask)
      for_each_index(policy, view.series * view.rows, flow::write_column_mask{kept, view.rows, wanted.keep_mask});
  });
}

template struct columns_on_cpu<float>;
template struct columns_on_cpu<double>;
template struct columns_on_cpu<std::uint8_t>;
template struct columns_on_cpu<std::uint16_t>;

} // namespace thrustline::detail
