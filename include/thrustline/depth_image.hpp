// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/segment_columns.hpp>

/// Steps on depth images before and after segment_columns(): raw pixels to disparities, a median filter, holes, another
/// number of rows, and images from segments.
///
/// For all of them. Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. Each reads
/// only its inputs and writes only the image it makes and the executor's workspace. Synchronises: not if all arrays are
/// in device memory; the result is ready when the executor's stream gets there. Such a call allocates nothing after the
/// first of its size. Otherwise the result is ready on return. Throws: invalid_argument naming the argument and the
/// value; cuda_error; out_of_memory. Results are the same, bit by bit, from every executor.
namespace thrustline {

/// A batch of images of equal size, dense, row-major, one after the other: a view, nothing is owned or copied.
///
/// Pixel (row, column) of frame f is values[(f * rows + row) * columns + column]. In disparity images NaN is a pixel
/// without measurement.
template <class Value>
struct dense_images {
  Value* values = nullptr;
  std::int64_t columns = 0, rows = 0, frames = 1;
  memory where = memory::host;

  dense_images() = default;

  dense_images(Value* values, std::int64_t columns, std::int64_t rows, std::int64_t frames = 1,
               memory where = memory::host)
      : values(values), columns(columns), rows(rows), frames(frames), where(where) {}

  /// Images that may be written are images that may be read.
  template <class Other, class = std::enable_if_t<std::is_same_v<Value, const Other>>>
  dense_images(dense_images<Other> const& other)
      : dense_images(other.values, other.columns, other.rows, other.frames, other.where) {}

  std::int64_t pixels() const { return columns * rows * frames; }

  /// As segment_columns() takes them.
  column_images<std::remove_const_t<Value>> as_columns() const { return {values, columns, rows, frames, where}; }
};

/// Options of to_disparity.
class disparity_options {
public:
  /// Values are multiplied by this, rounded to float: 1 / 256 for KITTI's 16-bit images. Finite, not 0. Default: 1.
  disparity_options& scale(double value) { return scale_ = value, *this; }

  /// The raw value of pixels without measurement: one that a pixel can have, or NaN for none. Default: 0.
  disparity_options& invalid_value(double value) { return invalid_value_ = value, *this; }

  double scale() const { return scale_; }
  double invalid_value() const { return invalid_value_; }

private:
  double scale_ = 1, invalid_value_ = 0;
};

/// Raw pixels to disparities: value * scale, rounded once, and NaN for the invalid value.
///
/// `disparity` has the sizes of `raw`. Work: one step a pixel.
void to_disparity(executor const& on, dense_images<const std::uint8_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity);
void to_disparity(executor const& on, dense_images<const std::uint16_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity);

/// The median of the valid pixels in a window of `window` x `window`, cut at the image's borders; of an even number the
/// lower of the middle two. Invalid pixels stay invalid. A median of -0 is written as 0.
///
/// window: 3 or 5. `filtered` has the sizes of `disparity` and does not overlap it. Work: about 17 (window 3) or 81
/// comparisons a pixel.
void median_filter(executor const& on, dense_images<const float> const& disparity, int window,
                   dense_images<float> const& filtered);

/// Fills the holes of each column: invalid pixels between two valid ones take the smaller value, the background that an
/// occlusion hides (as KITTI's development kit does along rows); those at an end of the column take the nearest value.
/// A column without any valid pixel stays so.
///
/// `filled` has the sizes of `disparity` and is the same memory or does not overlap it. Work: about four steps a pixel.
void fill_columns(executor const& on, dense_images<const float> const& disparity, dense_images<float> const& filled);

/// Stretches or shrinks images to the number of rows of `resampled`, n: its row r is row
/// floor((2 r + 1) * disparity.rows / (2 n)) of `disparity`, the one in which its centre lies.
///
/// `resampled` has the columns and frames of `disparity` and does not overlap it. Work: one step a pixel of the result.
void resample_rows(executor const& on, dense_images<const float> const& disparity,
                   dense_images<float> const& resampled);

/// The segments of all columns: a view of what segment_columns() wrote.
struct column_segments {
  const std::int64_t* offsets = nullptr; ///< columns * frames + 1 values
  const column_segment<float>* segments = nullptr;
  std::int64_t count = 0; ///< segments there are; on a device, where offsets are not checked, more may be announced
  memory where = memory::host;
};

/// The images that segments stand for: on a segment the line between its ends, NaN elsewhere.
///
/// `disparity` says by its sizes how many columns there are. Work: log2(segments of the column) steps a pixel.
void reconstruct_columns(executor const& on, column_segments const& segments, dense_images<float> const& disparity);

} // namespace thrustline
