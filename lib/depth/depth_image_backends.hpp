// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

class depth_backend {
public:
  virtual void to_disparity(executor_state& on, raw_images<std::uint8_t> const& raw,
                            dense_images<float> const& to) const = 0;
  virtual void to_disparity(executor_state& on, raw_images<std::uint16_t> const& raw,
                            dense_images<float> const& to) const = 0;
  virtual void median_filter(executor_state& on, dense_images<const float> const& from, int window,
                             dense_images<float> const& to) const = 0;
  virtual void fill_columns(executor_state& on, dense_images<const float> const& from,
                            dense_images<float> const& to) const = 0;
  virtual void resample_rows(executor_state& on, dense_images<const float> const& from,
                             dense_images<float> const& to) const = 0;
  virtual void reconstruct_columns(executor_state& on, column_segments const& segments,
                                   dense_images<float> const& to) const = 0;

  static depth_backend const& on_cpu();
  static depth_backend const& on_cuda();

protected:
  ~depth_backend() = default;
};

} // namespace thrustline::detail
