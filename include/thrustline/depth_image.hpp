// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/segment_columns.hpp>

/// Steps on depth images before and after segment_columns(): raw pixels to disparities, a median filter, holes, another
/// number of rows, and images from segments.
///
/// All steps: Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. A step reads only
/// its inputs and writes only the image it makes and the executor's workspace. Synchronises: not if all arrays are in
/// device memory: the result is ready when the executor's stream gets there. Such a call allocates nothing after the
/// first of its size. All other calls return with the result ready. Throws: invalid_argument with the argument and the
/// value; cuda_error; out_of_memory. Results are the same, bit by bit, from every executor.
namespace thrustline {

/// View of a batch of images of equal size, dense, row-major, one after the other; owns and copies nothing.
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

  /// Read-only view of writable images.
  template <class Other, class = std::enable_if_t<std::is_same_v<Value, const Other>>>
  dense_images(dense_images<Other> const& other)
      : dense_images(other.values, other.columns, other.rows, other.frames, other.where) {}

  std::int64_t pixels() const { return columns * rows * frames; }

  /// View of the same images for segment_columns().
  column_images<std::remove_const_t<Value>> as_columns() const { return {values, columns, rows, frames, where}; }
};

/// Options of to_disparity().
class disparity_options {
public:
  /// Factor for all values: 1 / 256 for KITTI's 16-bit images. Rounded to float it must be finite and not 0.
  /// Default: 1.
  disparity_options& scale(double value) { return scale_ = value, *this; }

  /// Raw value of pixels without measurement: one that a pixel can have, or NaN for none. Default: 0.
  disparity_options& invalid_value(double value) { return invalid_value_ = value, *this; }

  double scale() const { return scale_; }
  double invalid_value() const { return invalid_value_; }

private:
  double scale_ = 1, invalid_value_ = 0;
};

/// Converts raw pixels to disparities: value * scale, rounded once; NaN for the invalid value.
///
/// `disparity` has the sizes of `raw`. Work: one step a pixel.
void to_disparity(executor const& on, dense_images<const std::uint8_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity);
void to_disparity(executor const& on, dense_images<const std::uint16_t> const& raw, disparity_options const& options,
                  dense_images<float> const& disparity);

/// Median of the valid pixels in a window of `window` x `window`, cut at the image's borders; for an even number of
/// them the lower of the middle two. Invalid pixels stay invalid. A median of -0 is written as 0.
///
/// window: 3 or 5. `filtered` has the sizes of `disparity` and does not overlap it. Work: about 17 (window 3) or 81
/// comparisons a pixel.
void median_filter(executor const& on, dense_images<const float> const& disparity, int window,
                   dense_images<float> const& filtered);

/// Fills the holes of each column: invalid pixels between two valid ones take the smaller value, the background that an
/// occlusion hides (as KITTI's development kit does along rows); those at an end of the column take the nearest value.
/// A column without a valid pixel stays without one.
///
/// `filled` has the sizes of `disparity` and is the same memory or does not overlap it. Work: about four steps a pixel.
void fill_columns(executor const& on, dense_images<const float> const& disparity, dense_images<float> const& filled);

/// Stretches or shrinks images to n rows, the rows of `resampled`: its row r is row
/// floor((2 r + 1) * disparity.rows / (2 n)) of `disparity`, in which the centre of row r lies.
///
/// `resampled` has the columns and frames of `disparity` and does not overlap it. Work: one step a pixel of the result.
void resample_rows(executor const& on, dense_images<const float> const& disparity,
                   dense_images<float> const& resampled);

/// View of the segments of all columns, as segment_columns() writes them.
struct column_segments {
  const std::int64_t* offsets = nullptr; ///< columns * frames + 1 values
  const column_segment<float>* segments = nullptr;
  std::int64_t count = 0; ///< elements of `segments`; offsets in device memory are not checked and may claim more
  memory where = memory::host;
};

/// Draws the images that segments stand for: the line between its ends on a segment, NaN elsewhere.
///
/// The sizes of `disparity` give the number of columns and rows. Work: log2(segments of the column) steps a pixel.
void reconstruct_columns(executor const& on, column_segments const& segments, dense_images<float> const& disparity);

} // namespace thrustline
