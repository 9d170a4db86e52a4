// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>

#include <thrustline/segment_columns.hpp>
#include <thrustline/stixels.hpp>

#include "support/timing.hpp"

/// What steps on a disparity image in host memory take: medians.
namespace thrustline::bench {

template <class Result>
struct timed {
  Result result; ///< the CPU's
  double ms;
  bool equal = true; ///< the GPU's result to the CPU's
};

inline double wall_ms(std::function<void()> const& work) { return interleaved({work}, 300)[0].median_ms; }

/// On CPU cores the whole call; on a GPU the kernels alone, from and to its memory, of images of up to 1024 rows, and
/// the call by the stream's clock of taller ones.
timed<ragged<column_segment<float>>> timed_segments(executor const& on, dense_images<const float> const& image,
                                                    segment_columns_options const& options);

/// On CPU cores the whole call; on a GPU the kernels alone, from and to its memory. The options name a road.
timed<ragged<stixel>> timed_stixels(executor const& on, dense_images<const float> const& image,
                                    stereo_camera const& camera, stixel_options const& options);

/// The whole call; with the image in `where`, the executor's kind of memory or the host's.
timed<std::optional<road_estimate>> timed_road(executor const& on, memory where, dense_images<const float> const& image,
                                               stereo_camera const& camera, road_options const& options);

} // namespace thrustline::bench
