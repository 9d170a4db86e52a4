// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "core/executor_state.hpp"
#include "core/placement.hpp"
#include "stixels/model/find_road.hpp"
#include "stixels/model/model.hpp"
#include "stixels/model/reduce_columns.hpp"
#include <thrustline/stixels.hpp>

/// CPU and CUDA implementations of stixels() and estimate_road(). Arguments have passed the checks in stixels.cpp.
namespace thrustline::detail {

/// The model and the roads of a call, and their copy on a device; an executor keeps them for the next call.
struct stixel_tables {
  std::shared_ptr<const stixel_world::model_tables> model;
  std::vector<road_model> roads;                                             ///< no road is the one before it
  std::vector<std::shared_ptr<const stixel_world::road_tables>> road_tables; ///< one for each road
  std::vector<std::int32_t> road_of_frame;
  std::shared_ptr<void> model_on_device, roads_on_device; ///< what the CUDA implementation made of them
};

/// Outputs with a number for each column; null for those that are not wanted.
struct column_outputs {
  std::int64_t* offsets = nullptr; ///< series + 1
  double* costs = nullptr;         ///< series
  memory where = memory::host;     ///< the stixels', too
};

/// Where the stixels of all columns go; null: they are not wanted.
struct stixel_array {
  stixel* values = nullptr;
  std::int64_t capacity = 0; ///< stixels behind it are not written
};

/// A call's images, and its tables if there are pixels.
struct stixel_task {
  dense_images<const float> images;
  std::int64_t columns; ///< columns of stixels in a frame
  stixel_world::row_reduction reduction;
  std::shared_ptr<stixel_tables> tables;

  std::int64_t series() const { return columns * images.frames; }
};

class road_backend {
public:
  /// Writes the peaks of the Hough transform of each frame's v-disparity histogram, sorted by their votes, to
  /// lines[frame]. They are there on return.
  virtual void find_lines(executor_state& on, dense_images<const float> const& images,
                          stixel_world::road_search const& search,
                          std::vector<stixel_world::hough_line>* lines) const = 0;

  static road_backend const& on_cpu();
  static road_backend const& on_cuda();

protected:
  ~road_backend() = default;
};

class stixels_backend {
public:
  /// Solves all columns once, and asks `place` for an array as soon as the number of their stixels is known.
  virtual void solve(executor_state& on, stixel_task const& task, column_outputs const& wanted,
                     placement<stixel_array> const& place) const = 0;

  static stixels_backend const& on_cpu();
  static stixels_backend const& on_cuda();

protected:
  ~stixels_backend() = default;
};

} // namespace thrustline::detail
