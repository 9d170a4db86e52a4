// SPDX-License-Identifier: MIT
#pragma once

#include "core/executor_state.hpp"
#include <thrustline/depth_image.hpp>

/// CPU and CUDA implementations of the steps on depth images. Arguments have passed the checks in depth_image.cpp.
namespace thrustline::detail {

template <class Raw>
struct raw_images {
  dense_images<const Raw> images;
  float scale;
  std::int32_t invalid; ///< -1: none
};

struct depth_on_cpu {
  template <class Raw>
  static void to_disparity(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to);
  static void median_filter(executor_state& on, dense_images<const float> const& from, int window,
                            dense_images<float> const& to);
  static void fill_columns(executor_state& on, dense_images<const float> const& from, dense_images<float> const& to);
  static void resample_rows(executor_state& on, dense_images<const float> const& from, dense_images<float> const& to);
  static void reconstruct_columns(executor_state& on, column_segments const& segments, dense_images<float> const& to);
};

struct depth_on_cuda {
  template <class Raw>
  static void to_disparity(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to);
  static void median_filter(executor_state& on, dense_images<const float> const& from, int window,
                            dense_images<float> const& to);
  static void fill_columns(executor_state& on, dense_images<const float> const& from, dense_images<float> const& to);
  static void resample_rows(executor_state& on, dense_images<const float> const& from, dense_images<float> const& to);
  static void reconstruct_columns(executor_state& on, column_segments const& segments, dense_images<float> const& to);
};

} // namespace thrustline::detail
