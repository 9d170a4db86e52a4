// SPDX-License-Identifier: MIT
#include "core/cpu/thread_policy.hpp"
#include "depth/depth_image_backends.hpp"
#include "depth/depth_steps.hpp"

namespace thrustline::detail {

template <class Raw>
void depth_on_cpu::to_disparity(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to) {
  depth::to_disparity(cpu::thread_policy(on.threads), raw.images.values, to.pixels(), raw.scale, raw.invalid,
                      to.values);
}

template void depth_on_cpu::to_disparity(executor_state&, raw_images<std::uint8_t> const&, dense_images<float> const&);
template void depth_on_cpu::to_disparity(executor_state&, raw_images<std::uint16_t> const&, dense_images<float> const&);

void depth_on_cpu::median_filter(executor_state& on, dense_images<const float> const& from, int window,
                                 dense_images<float> const& to) {
  flow::median_filter(cpu::thread_policy(on.threads), from.values, window, flow::size_of(from), to.values);
}

void depth_on_cpu::fill_columns(executor_state& on, dense_images<const float> const& from,
                                dense_images<float> const& to) {
  depth::fill_columns(cpu::thread_policy(on.threads), from.values, flow::size_of(from), to.values);
}

void depth_on_cpu::resample_rows(executor_state& on, dense_images<const float> const& from,
                                 dense_images<float> const& to) {
  depth::resample_rows(cpu::thread_policy(on.threads), from.values, flow::size_of(from), to.rows, to.values);
}

void depth_on_cpu::reconstruct_columns(executor_state& on, column_segments const& segments,
                                       dense_images<float> const& to) {
  const depth::segments_of_columns<column_segment<float>> view{segments.offsets, segments.segments, segments.count};
  depth::reconstruct_columns(cpu::thread_policy(on.threads), view, flow::size_of(to), to.values);
}

} // namespace thrustline::detail
