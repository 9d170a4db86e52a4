// SPDX-License-Identifier: MIT
#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "depth/depth_image_backends.hpp"
#include "depth/depth_steps.hpp"

namespace thrustline::detail {
namespace {

using gpu::device_policy;

/// Calls step(values) to write images, and waits for them if they or the input are on the host.
template <class Step>
void write_images(device_policy const& policy, memory input_where, dense_images<float> const& images, Step step) {
  const gpu::device_output<float, device_policy> values(policy, images.values, images.pixels(), images.where);
  step(values.data());
  values.copy_back(images.pixels());
  if (input_where == memory::host || images.where == memory::host)
    check_cuda(cudaStreamSynchronize(stream_of(policy)), "cudaStreamSynchronize");
}

/// Calls step(policy, values of `from`, values of `to`) on the device.
template <class Value, class Step>
void convert(executor_state& on, dense_images<const Value> const& from, dense_images<float> const& to, Step step) {
  const gpu::device_call call(on);
  device_policy const& policy = call.policy();
  const gpu::device_input<Value, device_policy> values(policy, from.values, from.pixels(), from.where);
  write_images(policy, from.where, to, [&](float* converted) { step(policy, values.data(), converted); });
}

class depth_on_cuda final : public depth_backend {
public:
  void to_disparity(executor_state& on, raw_images<std::uint8_t> const& raw,
                    dense_images<float> const& to) const override {
    disparity_from(on, raw, to);
  }

  void to_disparity(executor_state& on, raw_images<std::uint16_t> const& raw,
                    dense_images<float> const& to) const override {
    disparity_from(on, raw, to);
  }

  void median_filter(executor_state& on, dense_images<const float> const& from, int window,
                     dense_images<float> const& to) const override {
    convert(on, from, to, [&](device_policy const& policy, const float* values, float* filtered) {
      flow::median_filter(policy, values, window, flow::size_of(from), filtered);
    });
  }

  void fill_columns(executor_state& on, dense_images<const float> const& from,
                    dense_images<float> const& to) const override {
    convert(on, from, to, [&](device_policy const& policy, const float* values, float* filled) {
      depth::fill_columns(policy, values, flow::size_of(from), filled);
    });
  }

  void resample_rows(executor_state& on, dense_images<const float> const& from,
                     dense_images<float> const& to) const override {
    convert(on, from, to, [&](device_policy const& policy, const float* values, float* resampled) {
      depth::resample_rows(policy, values, flow::size_of(from), to.rows, resampled);
    });
  }

  void reconstruct_columns(executor_state& on, column_segments const& given,
                           dense_images<float> const& to) const override {
    const gpu::device_call call(on);
    device_policy const& policy = call.policy();
    const std::int64_t series = to.columns * to.frames;
    const gpu::device_input<std::int64_t, device_policy> offsets(policy, given.offsets, series + 1, given.where);
    const gpu::device_input<column_segment<float>, device_policy> segments(policy, given.segments, given.count,
                                                                           given.where);
    const depth::segments_of_columns<column_segment<float>> view{offsets.data(), segments.data(), given.count};
    write_images(policy, given.where, to,
                 [&](float* image) { depth::reconstruct_columns(policy, view, flow::size_of(to), image); });
  }

private:
  template <class Raw>
  static void disparity_from(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to) {
    convert(on, raw.images, to, [&](device_policy const& policy, const Raw* values, float* disparity) {
      depth::to_disparity(policy, values, to.pixels(), raw.scale, raw.invalid, disparity);
    });
  }
};

} // namespace

depth_backend const& depth_backend::on_cuda() {
  static const depth_on_cuda backend{};
  return backend;
}

} // namespace thrustline::detail
