// SPDX-License-Identifier: MIT
#include "step_times.hpp"

#if defined(THRUSTLINE_BENCH_CUDA)
#include "gpu_step_times.hpp"
#endif

namespace thrustline::bench {

timed<ragged<column_segment<float>>> timed_segments(executor const& on, dense_images<const float> const& image,
                                                    segment_columns_options const& options) {
#if defined(THRUSTLINE_BENCH_CUDA)
  if (on.is_cuda())
    return segments_on_gpu(on.device(), image, options, segment_columns(executor::cpu(), image.as_columns(), options));
#endif
  timed<ragged<column_segment<float>>> found{};
  found.ms = wall_ms([&] { found.result = segment_columns(on, image.as_columns(), options); });
  return found;
}

timed<ragged<stixel>> timed_stixels(executor const& on, dense_images<const float> const& image,
                                    stereo_camera const& camera, stixel_options const& options) {
#if defined(THRUSTLINE_BENCH_CUDA)
  if (on.is_cuda())
    return stixels_on_gpu(on.device(), image, camera, options, stixels(executor::cpu(), image, camera, options));
#endif
  timed<ragged<stixel>> found{};
  found.ms = wall_ms([&] { found.result = stixels(on, image, camera, options); });
  return found;
}

timed<std::optional<road_estimate>> timed_road(executor const& on, [[maybe_unused]] memory where,
                                               dense_images<const float> const& image, stereo_camera const& camera,
                                               road_options const& options) {
  timed<std::optional<road_estimate>> found{};
#if defined(THRUSTLINE_BENCH_CUDA)
  if (on.is_cuda()) {
    estimate_road(executor::cpu(), image, camera, options, &found.result);
    return road_on_gpu(on.device(), where, image, camera, options, found.result);
  }
#endif
  found.ms = wall_ms([&] { estimate_road(on, image, camera, options, &found.result); });
  return found;
}

} // namespace thrustline::bench
