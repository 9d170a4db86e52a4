// SPDX-License-Identifier: MIT
#pragma once

#include "depth/steps/fill_columns.hpp"
#include "depth/steps/image_size.hpp"
#include "depth/steps/median_filter.hpp"
#include "depth/steps/reconstruct_columns.hpp"
#include "depth/steps/resample_rows.hpp"
#include "depth/steps/to_disparity.hpp"
#include <thrustline/depth_image.hpp>

namespace thrustline::flow {

template <class Value>
depth::image_size size_of(dense_images<Value> const& images) {
  return {images.columns, images.rows, images.frames};
}

template <class Policy>
void median_filter(Policy const& policy, const float* from, int window, depth::image_size const& size, float* to) {
  if (window == 3)
    depth::median_filter<3>(policy, from, size, to);
  else
    depth::median_filter<5>(policy, from, size, to);
}

} // namespace thrustline::flow
