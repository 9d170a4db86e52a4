// SPDX-License-Identifier: MIT
#pragma once

#include "step_times.hpp"

/// The part of step_times.hpp that needs CUDA: on device `device`; `wanted` is the CPU's result.
namespace thrustline::bench {

timed<ragged<column_segment<float>>> segments_on_gpu(int device, dense_images<const float> const& image,
                                                     segment_columns_options const& options,
                                                     ragged<column_segment<float>> const& wanted);

timed<ragged<stixel>> stixels_on_gpu(int device, dense_images<const float> const& image, stereo_camera const& camera,
                                     stixel_options const& options, ragged<stixel> const& wanted);

timed<std::optional<road_estimate>> road_on_gpu(int device, memory where, dense_images<const float> const& image,
                                                stereo_camera const& camera, road_options const& options,
                                                std::optional<road_estimate> const& wanted);

} // namespace thrustline::bench
