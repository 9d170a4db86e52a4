// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include <thrustline/segment_columns.hpp>
#include <thrustline/stixels.hpp>

#include "support/timing.hpp"

/// Median times of steps on a disparity image in host memory.
namespace thrustline::bench {

template <class Result>
struct timed {
  Result result; ///< result of the CPU
  double ms;
  bool equal = true; ///< whether the GPU's result equals the CPU's
};

inline double wall_ms(std::function<void()> const& work) { return interleaved({work}, 300)[0].median_ms; }

/// Times the whole call on CPU cores. On a GPU, with images in its memory, times the kernels alone for images of up to
/// 1024 rows, and the call by the stream's clock for taller ones.
timed<ragged<column_segment<float>>> timed_segments(executor const& on, dense_images<const float> const& image,
                                                    segment_columns_options const& options);

/// Times the whole call on CPU cores, and the kernels alone on a GPU, with images in its memory. The options name a
/// road.
timed<ragged<stixel>> timed_stixels(executor const& on, dense_images<const float> const& image,
                                    stereo_camera const& camera, stixel_options const& options);

/// Times the whole call, with the image in `where`: the executor's kind of memory or the host's.
timed<std::optional<road_estimate>> timed_road(executor const& on, memory where, dense_images<const float> const& image,
                                               stereo_camera const& camera, road_options const& options);

} // namespace thrustline::bench
