// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline {

/// A batch of images of equal size, of which every column is a series: a view, nothing is owned or copied.
///
/// Row r of column c in frame f is values[f * frame_stride + c * column_stride + r * row_stride]; strides count values
/// and are >= 0. A dense row-major image has column_stride 1 and row_stride `columns`, columns that lie one after the
/// other have column_stride `rows` and row_stride 1. Rows instead of columns: swap sizes and strides (transposed()).
///
/// Value: float, double, std::uint8_t or std::uint16_t.
template <class Value>
struct column_images {
  const Value* values = nullptr;
  std::int64_t columns = 0, rows = 0, frames = 1;
  std::int64_t column_stride = 1, row_stride = 0, frame_stride = 0;
  memory where = memory::host;

  column_images() = default;

  /// Dense row-major images, one after the other.
  column_images(const Value* values, std::int64_t columns, std::int64_t rows, std::int64_t frames = 1,
                memory where = memory::host)
      : values(values), columns(columns), rows(rows), frames(frames), row_stride(columns), frame_stride(columns * rows),
        where(where) {}

  /// The same images with rows for columns.
  column_images transposed() const {
    column_images t = *this;
    t.columns = rows, t.rows = columns;
    t.column_stride = row_stride, t.row_stride = column_stride;
    return t;
  }

  std::int64_t series() const { return columns * frames; }
};

/// What the values of a column become: double for double, else float.
template <class Value>
using column_real = std::conditional_t<std::is_same_v<Value, double>, double, float>;

/// A piece of a column that one chord stands for: its first and last row and their values, times the scale. Neighbours
/// share a row.
template <class Real>
struct column_segment {
  std::int32_t first, last;
  Real value_first, value_last;
};

/// Options of segment_columns. Only the tolerance has no default.
class segment_columns_options {
public:
  /// Epsilon, in units of value * scale: as simplify_options::tolerance().
  segment_columns_options& tolerance(double value) { return tolerance_ = value, *this; }

  /// One tolerance for each column, `count` = columns * frames, in the same kind of memory as the images. Replaces
  /// tolerance(). In device memory they are not checked: a negative one keeps every valid pixel, NaN acts as infinity.
  segment_columns_options& tolerances(const double* values, std::int64_t count) {
    return tolerances_ = values, tolerances_count_ = count, *this;
  }

  /// Values are multiplied by this (rounded to column_real): 1 / 256 for KITTI's disparity images. Finite, not 0.
  /// Default: 1.
  segment_columns_options& scale(double value) { return scale_ = value, *this; }

  /// A value, before scaling, that marks a pixel without measurement; NaN: none. Default: none. Pixels that are NaN,
  /// infinite or, scaled, above a quarter of the largest finite value never count.
  segment_columns_options& invalid_value(double value) { return invalid_value_ = value, *this; }

  /// Default: vertical, the difference in value at one row.
  segment_columns_options& metric(thrustline::metric value) { return metric_ = value, *this; }

  /// Default: automatic, which is fused up to 1024 rows; above, recursive on CPU cores and bounded on a CUDA device.
  /// fused with more rows, recursive on a CUDA executor, and bounded by name: invalid_argument.
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

/// Where segment_columns writes; null = not asked for. Series s = frame * columns + column.
template <class Real>
struct segment_columns_outputs {
  std::int64_t* offsets = nullptr; ///< series + 1 values: first segment of each column, and the end
  column_segment<Real>* segments = nullptr;
  std::int64_t capacity = 0;         ///< room for so many segments; (rows - 1) * series always suffices
  std::uint8_t* keep_mask = nullptr; ///< series * rows values, column after column: 1 = a segment's end
  memory where = memory::host;
};

/// Splits every column into segments by Ramer-Douglas-Peucker (Cebrian & Moure 2020, Algorithm 3's task).
///
/// Pixels without measurement are absent: never a cut, and a column begins and ends at its first and last valid pixel;
/// with fewer than two it has no segment. The cuts are the same, bit by bit, from every engine and executor.
///
/// Segments beyond `capacity` are not written; the last offset says how many there are.
///
/// Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. Reads only the images; writes
/// only the outputs and the executor's workspace.
/// Synchronises: not if all arrays are in device memory and the columns have up to 1024 rows; the outputs are ready
/// when the executor's stream gets there. Such a call allocates nothing after the first of its size, and can be
/// captured in a CUDA graph, which then uses the workspace of the executor: keep it alive, and let no other stream's
/// call use it meanwhile. Otherwise the outputs are ready on return. Throws: invalid_argument naming the argument and
/// the value; cuda_error; out_of_memory. Work: rows * levels a column at most.
///
/// Instantiated for float, double, std::uint8_t and std::uint16_t.
template <class Value>
void segment_columns(executor const& on, column_images<Value> const& images, segment_columns_options const& options,
                     segment_columns_outputs<column_real<Value>> const& outputs);

/// The segments with their offsets in host vectors. As segment_columns() into memory of the caller, and waits for it.
template <class Value>
ragged<column_segment<column_real<Value>>> segment_columns(executor const& on, column_images<Value> const& images,
                                                           segment_columns_options const& options);

} // namespace thrustline
