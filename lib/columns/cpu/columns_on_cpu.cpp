// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "columns/flow/columns_as_batch.hpp"
#include "columns/segment_columns_backends.hpp"
#include "core/cpu/thread_policy.hpp"
#include "core/cpu/wide_search.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "core/threads.hpp"
#include "simplify/flow/engine.hpp"
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/algorithms/rdp_recursive.hpp>

namespace thrustline::cpu {
namespace {

/// Neighbouring columns are read together, because they share cache lines in row-major images.
constexpr std::int64_t tile_columns = 16;

/// Distance from one column of a tile to the next, with space for a wide number behind a column. It is no power of two,
/// with which all columns would share a set of the cache.
std::int64_t tile_pitch(std::int64_t rows) { return (rows + 15) / 16 * 16 + 16; }

/// Copies the columns [begin, end), at most a tile, one after the other.
template <class Value>
void read_tile(flow::column_view<Value> const& view, std::int64_t begin, std::int64_t end,
               point<column_real<Value>, 1>* points) {
  std::array<const Value*, tile_columns> columns{};
  const auto count = static_cast<std::size_t>(end - begin);
  for (std::size_t c = 0; c < count; ++c)
    columns[c] = view.column(begin + static_cast<std::int64_t>(c));
  const std::int64_t pitch = tile_pitch(view.rows);
  if (view.row_stride == 1) {
    for (std::size_t c = 0; c < count; ++c)
      for (std::int64_t row = 0; row < view.rows; ++row)
        points[static_cast<std::int64_t>(c) * pitch + row] = {{view.decode(columns[c][row])}};
  } else {
    for (std::int64_t row = 0; row < view.rows; ++row)
      for (std::size_t c = 0; c < count; ++c)
        points[static_cast<std::int64_t>(c) * pitch + row] = {{view.decode(columns[c][row * view.row_stride])}};
  }
}

/// The bits of a column's kept points, set like the elements of a mask.
class kept_bit_array {
public:
  explicit kept_bit_array(std::uint32_t* words) : words_(words) {}

  struct bit {
    std::uint32_t& word;
    std::uint32_t mask;
    void operator=(int) const { word |= mask; } // engines set bits and never clear one
  };
  bit operator[](std::int64_t i) const {
    i += first_;
    return {words_[i / 32], std::uint32_t(1) << i % 32};
  }

  /// The bits from `first` on.
  kept_bit_array from(std::int64_t first) const {
    kept_bit_array rest = *this;
    rest.first_ += first;
    return rest;
  }

private:
  std::uint32_t* words_;
  std::int64_t first_ = 0;
};

template <class Real>
inline constexpr std::int64_t wide_points = rounding::wide<Real>::size;

/// Splits the segment [first, last] of a column to the end, depth first as rdp_recursive. A wide number behind `points`
/// can be read; absent points are NaN.
template <class Real, class Metric>
void split_segment(const point<Real, 1>* points, std::int32_t first, std::int32_t last, Real tolerance, Metric metric,
                   kept_bit_array kept) {
  using wide = rounding::wide<Real>;
  struct segment {
    std::int32_t first, last;
  };
  std::array<segment, 64> waiting; // the longer half waits
  std::size_t top = 0;
  for (segment s{first, last};;) {
    if (s.last - s.first > 1) {
      const auto chord = metric(points[s.first], points[s.last], s.last - s.first);
      const auto [rank, step] =
          farthest_of_wide<Real>(s.last - s.first, wide_blocks<Real>(s.last - s.first - 1), chord, [&](std::int32_t k) {
            return point<wide, 1>{{wide::load(&points[s.first + k].x[0])}};
          });
      const std::int32_t cut = s.first + step;
      if (rank >= Real(0) && detail::exceeds(chord, rank, points[cut], step, tolerance)) {
        kept[cut] = 1;
        const segment left{s.first, cut}, right{cut, s.last};
        const bool left_shorter = left.last - left.first < right.last - right.first;
        waiting[top++] = left_shorter ? right : left;
        s = left_shorter ? left : right;
        continue;
      }
    }
    if (top == 0)
      return;
    s = waiting[--top];
  }
}

/// Splits one column of `rows` pixels, where NaN is absent; sets the bits of the kept pixels.
template <class Real, class Metric>
void split_column(const point<Real, 1>* points, std::int64_t rows, Real tolerance, Metric metric, kept_bit_array kept) {
  const flow::validity<Real, 1> valid{flow::absent_value<Real>};
  std::int64_t first = 0, last = rows - 1;
  while (first < rows && !valid(points[first]))
    ++first;
  if (first == rows)
    return;
  while (!valid(points[last]))
    --last;
  kept[first] = 1;
  kept[last] = 1;
  constexpr std::int64_t exact_steps = std::int64_t(1) << std::numeric_limits<Real>::digits; // as reals
  if (last - first <= std::min<std::int64_t>(exact_steps, std::numeric_limits<std::int32_t>::max()) - wide_points<Real>)
    split_segment(points + first, 0, static_cast<std::int32_t>(last - first), tolerance, metric, kept.from(first));
  else
    rdp_recursive(points, first, last, tolerance, kept, flow::skipping<Metric, Real, 1>{metric, true, valid});
}

/// Splits all columns. A task is a tile of neighbours.
template <class Value, class Metric>
void split_columns(int threads, flow::column_view<Value> const& view,
                   flow::tolerance_of_series<column_real<Value>> tolerance, Metric metric, std::uint32_t* words) {
  using real = column_real<Value>;
  const std::int64_t tiles = (view.series + tile_columns - 1) / tile_columns;
  const std::int64_t per_series = flow::words_per_series(view.rows);
  const std::int64_t pitch = tile_pitch(view.rows);
  const int team = static_cast<int>(std::clamp<std::int64_t>(tiles, 1, threads));
  const std::int64_t tile_points = std::min(tile_columns, view.series) * pitch;
  std::vector<point<real, 1>> memory(static_cast<std::size_t>(team * tile_points));
  threads::parallel_for(threads, tiles, [&](std::int64_t tile, int worker) {
    point<real, 1>* const points = memory.data() + worker * tile_points;
    const std::int64_t begin = tile * tile_columns, end = std::min(begin + tile_columns, view.series);
    in_wide_vectors([&] {
      read_tile(view, begin, end, points);
      for (std::int64_t s = begin; s < end; ++s)
        split_column(points + (s - begin) * pitch, view.rows, tolerance(s), metric,
                     kept_bit_array(words + s * per_series));
    });
  });
}

} // namespace
} // namespace thrustline::cpu

namespace thrustline::detail {
namespace {

template <class Value>
class columns_on_cpu final : public columns_backend<Value> {
public:
  void segment(executor_state& on, column_images<Value> const& images, segment_columns_options const& options,
               wanted_columns<column_real<Value>> const& wanted) const override {
    using real = column_real<Value>;
    const flow::column_view<Value> view = flow::view_columns(images, options);
    const std::int64_t per_series = flow::words_per_series(view.rows);
    std::vector<std::uint32_t> words(static_cast<std::size_t>(view.series * per_series));
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(view.series + 1));

    const cpu::thread_policy policy(threads::call_threads(on.threads, view.series * view.rows));
    if (options.engine() == engine::composed) {
      const auto mark = [&](flow::call_input<real, 1> const& input, std::uint8_t* mask) {
        const flow::composed_engine<cpu::thread_policy> engine{policy};
        flow::mark_open_series(policy, input, engine, mask, std::uint8_t(1));
      };
      flow::columns_as_batch(policy, view, options, options.tolerances(), mark, words.data());
    } else {
      const flow::tolerance_of_series<real> tolerance{static_cast<real>(options.tolerance()), options.tolerances()};
      flow::with_metric<point<real, 1>>(options.metric(), [&](auto metric) {
        cpu::split_columns(policy.threads(), view, tolerance, metric, words.data());
      });
    }

    const flow::kept_bits kept{words.data(), per_series};
    if (wanted.offsets) {
      for_each_index(policy, view.series + 1,
                     flow::count_column_segments{kept, view.rows, view.series, offsets.data()});
      scan<false>(policy, offsets.data(), view.series + 1, wanted.offsets, std::int64_t(0), plus<std::int64_t>{});
    }
    const segment_room<real> room = wanted.segments(wanted.offsets ? wanted.offsets[view.series] : 0);
    if (room.segments)
      for_each_index(policy, view.series,
                     flow::write_column_segments<Value>{view, kept, wanted.offsets, room.segments, room.capacity});
    if (wanted.keep_mask)
      for_each_index(policy, view.series * per_series, flow::write_column_mask{kept, view.rows, wanted.keep_mask});
  }
};

} // namespace

template <class Value>
columns_backend<Value> const& columns_backend<Value>::on_cpu() {
  static const columns_on_cpu<Value> backend{};
  return backend;
}

template columns_backend<float> const& columns_backend<float>::on_cpu();
template columns_backend<double> const& columns_backend<double>::on_cpu();
template columns_backend<std::uint8_t> const& columns_backend<std::uint8_t>::on_cpu();
template columns_backend<std::uint16_t> const& columns_backend<std::uint16_t>::on_cpu();

} // namespace thrustline::detail
