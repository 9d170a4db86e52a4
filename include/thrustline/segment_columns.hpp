// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline {

namespace detail {

/// a * b; the largest number if it is larger. Negative if a or b is negative.
inline std::int64_t product_or_most(std::int64_t a, std::int64_t b) {
  if (a < 0 || b < 0)
    return -1;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return b > 0 && a > most / b ? most : a * b;
}

} // namespace detail

/// View of a batch of images of equal size in which every column is a series; owns and copies nothing.
///
/// Row r of column c in frame f is values[f * frame_stride + c * column_stride + r * row_stride]; strides count values
/// and are >= 0. A dense row-major image has column_stride 1 and row_stride `columns`; a column-major one has
/// column_stride `rows` and row_stride 1. To segment rows, swap sizes and strides (transposed()).
///
/// Value: float, double, std::uint8_t or std::uint16_t.
template <class Value>
struct column_images {
  const Value* values = nullptr;
  std::int64_t columns = 0, rows = 0, frames = 1;
  std::int64_t column_stride = 1, row_stride = 0, frame_stride = 0;
  memory where = memory::host;

  column_images() = default;

  /// Dense row-major images, one after the other. Sizes are checked by the calls that read the images.
  column_images(const Value* values, std::int64_t columns, std::int64_t rows, std::int64_t frames = 1,
                memory where = memory::host)
      : values(values), columns(columns), rows(rows), frames(frames), row_stride(columns),
        frame_stride(detail::product_or_most(columns, rows)), where(where) {}

  /// View of the same images in which every row is a series.
  column_images transposed() const {
    column_images t = *this;
    t.columns = rows, t.rows = columns;
    t.column_stride = row_stride, t.row_stride = column_stride;
    return t;
  }

  std::int64_t series() const { return columns * frames; }
};

/// Type of a column's values in calculations and results: double for double, else float.
template <class Value>
using column_real = std::conditional_t<std::is_same_v<Value, double>, double, float>;

/// Segment of a column: its first and last row, and the values there times the scale. Neighbours share a row.
template <class Real>
struct column_segment {
  std::int32_t first, last;
  Real value_first, value_last;
};

/// Options of segment_columns(). Only the tolerance has no default.
class segment_columns_options {
public:
  /// Epsilon in units of value * scale; otherwise as simplify_options::tolerance().
  segment_columns_options& tolerance(double value) { return tolerance_ = value, *this; }

  /// One tolerance for each column, in place of tolerance(). values: `count` = columns * frames numbers in the same
  /// kind of memory as the images. In device memory they are not checked: a negative one keeps every valid pixel, NaN
  /// acts as infinity.
  segment_columns_options& tolerances(const double* values, std::int64_t count) {
    return tolerances_ = values, tolerances_count_ = count, *this;
  }

  /// Factor for all values: 1 / 256 for KITTI's disparity images. Rounded to column_real it must be finite and not 0.
  /// Default: 1.
  segment_columns_options& scale(double value) { return scale_ = value, *this; }

  /// Value, before scaling, that marks a pixel without measurement; compared in double. Default: NaN, which marks none.
  /// Pixels that are NaN, infinite or, scaled, above a quarter of the largest finite value are absent in any case.
  segment_columns_options& invalid_value(double value) { return invalid_value_ = value, *this; }

  /// Distance that the tolerance bounds: vertical, line or segment; others are an invalid_argument. Default: vertical,
  /// the difference in value at one row.
  segment_columns_options& metric(thrustline::metric value) { return metric_ = value, *this; }

  /// Engine to run. Default: automatic, which is `fused` up to 1024 rows; above, `recursive` on CPU cores and `bounded`
  /// on a CUDA device. `fused` with more rows, `recursive` on a CUDA executor and `bounded` by name: invalid_argument.
  segment_columns_options& engine(thrustline::engine value) { return engine_ = value, *this; }

  double tolerance() const { return tolerance_; }
  const double* tolerances() const { return tolerances_; }
  std::int64_t tolerances_count() const { return tolerances_count_; }
  double scale() const { return scale_; }
  double invalid_value() const { return invalid_value_; }
  thrustline::metric metric() const { return metric_; }
  thrustline::engine engine() const { return engine_; }

private:
  double tolerance_ = std::numeric_limits<double>::quiet_NaN();
  const double* tolerances_ = nullptr;
  std::int64_t tolerances_count_ = 0;
  double scale_ = 1;
  double invalid_value_ = std::numeric_limits<double>::quiet_NaN();
  thrustline::metric metric_ = thrustline::metric::vertical;
  thrustline::engine engine_ = thrustline::engine::automatic;
};

/// Arrays that segment_columns() writes; null: not wanted. All lie in the memory named by `where`; none may overlap
/// another or the input. The series of a column is s = frame * columns + column.
template <class Real>
struct segment_columns_outputs {
  std::int64_t* offsets = nullptr;          ///< series + 1 values: first segment of each column, and the end
  column_segment<Real>* segments = nullptr; ///< those of all columns, one column after another; null: capacity is 0
  std::int64_t capacity = 0;                ///< elements that fit in `segments`; (rows - 1) * series always suffices
  std::uint8_t* keep_mask = nullptr;        ///< series * rows values, one column after another: 1 = a segment's end, or
                                            ///< the only valid pixel of a column
  memory where = memory::host;
};

/// Splits every column into segments by Ramer-Douglas-Peucker (the task of Algorithm 3 of Cebrian & Moure 2020).
///
/// Pixels without measurement are absent: they are never cuts, and a column begins and ends at its first and last valid
/// pixel. A column with fewer than two valid pixels has no segment. The cuts are the same, bit by bit, from every
/// engine and executor.
///
/// Segments beyond `capacity` are not written; the last offset is their number all the same.
///
/// Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. Reads only the images; writes
/// only the outputs and the executor's workspace.
/// Synchronises: not if all arrays are in device memory, the columns have at most 1024 rows and the engine is not
/// `composed`: the outputs are ready when the executor's stream gets there. Such a call allocates nothing after the
/// first of its size and can be captured in a CUDA graph. The graph uses the executor's workspace: keep the executor
/// alive, and let no call on another stream use it while the graph runs. All other calls return with the outputs ready.
/// Throws: invalid_argument with the argument and the value; cuda_error; out_of_memory.
/// Work: at most rows * levels a column.
///
/// Instantiated for float, double, std::uint8_t and std::uint16_t.
template <class Value>
void segment_columns(executor const& on, column_images<Value> const& images, segment_columns_options const& options,
                     segment_columns_outputs<column_real<Value>> const& outputs);

/// Segments with their offsets in host vectors. Always synchronises; otherwise as segment_columns() above.
template <class Value>
ragged<column_segment<column_real<Value>>> segment_columns(executor const& on, column_images<Value> const& images,
                                                           segment_columns_options const& options);

} // namespace thrustline
