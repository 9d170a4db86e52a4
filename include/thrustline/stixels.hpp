// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <thrustline/depth_image.hpp>
#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/simplify.hpp>
#include <thrustline/stixel_parameters.hpp>

/// Stixels of disparity images: every column of a given width is split into ground, objects and sky.
namespace thrustline {

/// No road was found in a frame, so that its stixels are not defined.
class road_not_found : public std::runtime_error {
public:
  explicit road_not_found(std::int64_t frame)
      : std::runtime_error("no road was found in frame " + std::to_string(frame) + "; give one by option road"),
        frame_(frame) {}

  std::int64_t frame() const noexcept { return frame_; }

private:
  std::int64_t frame_;
};

/// Road that estimate_road() found.
struct road_estimate {
  road_model road;
  double tilt = 0;        ///< angle of the optical axis above the road's plane, rad; negative: the camera looks down
  double height = 0;      ///< height of the camera above the road, m
  std::int64_t votes = 0; ///< cells of the v-disparity histogram that are on the line
};

/// Options of estimate_road.
class road_options {
public:
  /// Valid disparities are 0 < d < value; others are ignored. 2 to 1024. Default: 128.
  road_options& max_disparity(int value) { return max_disparity_ = value, *this; }

  /// A cell of the v-disparity histogram votes if its count is more than this share of the largest one. 0 <= share < 1.
  /// Default: 0.2.
  road_options& cell_share(double value) { return cell_share_ = value, *this; }

  /// Lines with this many votes or fewer are ignored. >= 0. Default: 25.
  road_options& least_votes(std::int64_t value) { return least_votes_ = value, *this; }

  /// Lines that would put the camera lower or higher, in m, are ignored. 0 < lowest < highest. Default: 0.5 to 5.
  road_options& camera_height(double lowest, double highest) { return lowest_ = lowest, highest_ = highest, *this; }

  int max_disparity() const { return max_disparity_; }
  double cell_share() const { return cell_share_; }
  std::int64_t least_votes() const { return least_votes_; }
  double lowest_camera() const { return lowest_; }
  double highest_camera() const { return highest_; }

private:
  int max_disparity_ = 128;
  double cell_share_ = 0.2, lowest_ = 0.5, highest_ = 5;
  std::int64_t least_votes_ = 25;
};

/// Estimates the road in each frame: the peak with the most votes in the Hough transform of its v-disparity histogram,
/// among the lines whose disparity grows towards the bottom of the image, whose horizon is inside the image, and that
/// put the camera at a possible height with a tilt of at most 50 degrees. A frame without such a line has no road.
///
/// `disparity` is in px and has at most 131,072 (2^17) rows; pixels that are NaN, <= 0 or >= max_disparity are ignored.
/// Writes frames values to `roads`, in host memory. Memory: a CUDA executor takes host or device memory, a CPU executor
/// host memory only. Synchronises. The roads are the same from every executor. Throws: invalid_argument naming the
/// argument and the value (`disparity.rows` of taller images); cuda_error; out_of_memory. Work: one step for each
/// pixel, and at most 90 for each voting cell of the histogram. Hernandez-Juarez et al. (2016), their program's road
/// estimation.
void estimate_road(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
                   road_options const& options, std::optional<road_estimate>* roads);

/// Options of stixels.
class stixel_options {
public:
  /// Valid disparities are 0 <= d < value; others are missing measurements. 2 to 1024. Default: 128.
  stixel_options& max_disparity(int value) { return max_disparity_ = value, *this; }

  /// Width of a stixel in columns of pixels, > 0. Columns left over on the right have no stixels. Default: 5.
  stixel_options& width(std::int64_t value) { return width_ = value, *this; }

  /// Variant of the model. Default: corrected.
  stixel_options& mode(stixel_mode value) { return mode_ = value, *this; }

  /// Reduction of a stixel's width to one pixel. Default: mean. median takes widths up to 16.
  stixel_options& reduction(stixel_reduction value) { return reduction_ = value, *this; }

  /// Parameters of the model. Default: those of stixel_parameters.
  stixel_options& parameters(stixel_parameters const& value) { return parameters_ = value, *this; }

  /// One road for all frames. Default: each frame's road is estimated.
  stixel_options& road(road_model const& value) { return roads_ = nullptr, road_ = value, *this; }

  /// A road for each frame, `count` = frames values in host memory; another count is an invalid_argument of stixels().
  stixel_options& roads(const road_model* values, std::int64_t count) {
    return road_.reset(), roads_ = values, roads_count_ = count, *this;
  }

  /// Options of the estimation; max_disparity is taken from these options instead.
  stixel_options& estimation(road_options const& value) { return estimation_ = value, *this; }

  int max_disparity() const { return max_disparity_; }
  std::int64_t width() const { return width_; }
  stixel_mode mode() const { return mode_; }
  stixel_reduction reduction() const { return reduction_; }
  stixel_parameters const& parameters() const { return parameters_; }
  std::optional<road_model> const& road() const { return road_; }
  const road_model* roads() const { return roads_; }
  std::int64_t roads_count() const { return roads_count_; }
  road_options estimation() const { return road_options(estimation_).max_disparity(max_disparity_); }

private:
  int max_disparity_ = 128;
  std::int64_t width_ = 5;
  stixel_mode mode_ = stixel_mode::corrected;
  stixel_reduction reduction_ = stixel_reduction::mean;
  stixel_parameters parameters_;
  std::optional<road_model> road_;
  const road_model* roads_ = nullptr;
  std::int64_t roads_count_ = 0;
  road_options estimation_;
};

/// Arrays that stixels() writes; null: not wanted. None may overlap another or the images. Stixel column s of frame f
/// is series f * columns + s, with columns = image columns / width.
struct stixel_outputs {
  std::int64_t* offsets = nullptr; ///< series + 1 values: first stixel of each column, and the end
  stixel* stixels = nullptr;       ///< stixels of each column, from the top of the image down
  std::int64_t capacity = 0;       ///< elements that fit in `stixels`; rows * series always suffices
  double* costs = nullptr;         ///< series values: cost of each column's segmentation, -ln of its probability
  memory where = memory::host;
};

/// Splits every column into stixels: the segmentation of least cost that the recurrence of Hernandez-Juarez et al.
/// (2016), Eq. 6, finds. Stixels of a column tile its rows.
///
/// `disparity` is in px and has at most 131,072 (2^17) rows, so that sums keep enough bits behind the point; a pixel
/// that is NaN, negative or >= max_disparity is a missing measurement. Stixels beyond `capacity` are not written; the
/// last offset is their number all the same. Costs are sums of rounded terms: that of each pixel and of each pair is a
/// whole number of units, which are as small as the height of the image allows (2^-16 for 440 rows). So offsets,
/// stixels and costs are the same, bit by bit, from every executor.
///
/// Memory: a CUDA executor takes host or device memory, a CPU executor host memory only. Reads only the images and the
/// roads; writes only the outputs and the executor's workspace. Synchronises: if roads are estimated, or an array is in
/// host memory; else the outputs are ready when the executor's stream has done the work. A call allocates no device
/// memory after the first of its size, or the second if it estimates roads. One that does not synchronise can be
/// captured in a CUDA graph if the call before it had the same camera, images' size, options and roads, whose tables
/// the executor keeps. The graph uses these and the executor's workspace: keep the executor alive, and use it for
/// nothing else while the graph may run.
///
/// Throws: invalid_argument naming the argument and the value (`disparity.rows` of taller images and, on devices with
/// less than 164 KiB of shared memory a block, of some images of more than 35,000 rows; `on` if a graph is captured and
/// tables are missing); road_not_found; cuda_error; out_of_memory. Work: rows^2 / 2 steps for each column, and
/// rows * max_disparity for its table of costs.
void stixels(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
             stixel_options const& options, stixel_outputs const& outputs);

/// Returns the stixels with their offsets in host vectors. As stixels() above, and waits for the result.
ragged<stixel> stixels(executor const& on, dense_images<const float> const& disparity, stereo_camera const& camera,
                       stixel_options const& options);

} // namespace thrustline
