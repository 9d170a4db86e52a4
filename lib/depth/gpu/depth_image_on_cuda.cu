// SPDX-License-Identifier: MIT
#include <cstdint>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_workspace.hpp"
#include "depth/depth_image_backends.hpp"
#include "depth/depth_steps.hpp"

namespace thrustline::detail {
namespace {

/// Calls step(policy) for an executor's stream and workspace.
template <class Step>
void on_stream(executor_state& on, Step step) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  step(thrust::cuda::par_nosync(allocator).on(on.stream));
}

/// Calls step(policy, values) to write images, and waits for them if they or the input are on the host.
template <class Policy, class Step>
void write_images(Policy const& policy, memory input_where, dense_images<float> const& images, Step step) {
  const gpu::device_output<float, Policy> values(policy, images.values, images.pixels(), images.where);
  step(policy, values.data());
  values.bring_back(images.pixels());
  if (input_where == memory::host || images.where == memory::host)
    check_cuda(cudaStreamSynchronize(stream_of(policy)), "cudaStreamSynchronize");
}

/// Calls step(policy, values of `from`, values of `to`) on the device.
template <class Value, class Step>
void convert(executor_state& on, dense_images<const Value> const& from, dense_images<float> const& to, Step step) {
  on_stream(on, [&](auto const& policy) {
    const gpu::device_input<Value, std::decay_t<decltype(policy)>> values(policy, from.values, from.pixels(),
                                                                          from.where);
    write_images(policy, from.where, to,
                 [&](auto const& on_policy, float* converted) { step(on_policy, values.data(), converted); });
  });
}

} // namespace

template <class Raw>
void depth_on_cuda::to_disparity(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to) {
  convert(on, raw.images, to, [&](auto const& policy, const Raw* values, float* disparity) {
    depth::to_disparity(policy, values, to.pixels(), raw.scale, raw.invalid, disparity);
  });
}

template void depth_on_cuda::to_disparity(executor_state&, raw_images<std::uint8_t> const&, dense_images<float> const&);
template void depth_on_cuda::to_disparity(executor_state&, raw_images<std::uint16_t> const&,
                                          dense_images<float> const&);

void depth_on_cuda::median_filter(executor_state& on, dense_images<const float> const& from, int window,
                                  dense_images<float> const& to) {
  convert(on, from, to, [&](auto const& policy, const float* values, float* filtered) {
    flow::median_filter(policy, values, window, flow::size_of(from), filtered);
  });
}

void depth_on_cuda::fill_columns(executor_state& on, dense_images<const float> const& from,
                                 dense_images<float> const& to) {
  convert(on, from, to, [&](auto const& policy, const float* values, float* filled) {
    depth::fill_columns(policy, values, flow::size_of(from), filled);
  });
}

void depth_on_cuda::resample_rows(executor_state& on, dense_images<const float> const& from,
                                  dense_images<float> const& to) {
  convert(on, from, to, [&](auto const& policy, const float* values, float* resampled) {
    depth::resample_rows(policy, values, flow::size_of(from), to.rows, resampled);
  });
}

void depth_on_cuda::reconstruct_columns(executor_state& on, column_segments const& given,
                                        dense_images<float> const& to) {
  on_stream(on, [&](auto const& policy) {
    using Policy = std::decay_t<decltype(policy)>;
    const std::int64_t series = to.columns * to.frames;
    const gpu::device_input<std::int64_t, Policy> offsets(policy, given.offsets, series + 1, given.where);
    const gpu::device_input<column_segment<float>, Policy> segments(policy, given.segments, given.count, given.where);
    const depth::segments_of_columns<column_segment<float>> view{offsets.data(), segments.data(), given.count};
    write_images(policy, given.where, to, [&](auto const& on_policy, float* image) {
      depth::reconstruct_columns(on_policy, view, flow::size_of(to), image);
    });
  });
}

} // namespace thrustline::detail
