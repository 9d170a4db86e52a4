// SPDX-License-Identifier: MIT
#include "core/cpu/thread_policy.hpp"
#include "core/threads.hpp"
#include "depth/depth_image_backends.hpp"
#include "depth/depth_steps.hpp"

namespace thrustline::detail {
namespace {

cpu::thread_policy policy_for(executor_state& on, dense_images<float> const& to) {
  return cpu::thread_policy(threads::call_threads(on.threads, to.pixels()));
}

class depth_on_cpu final : public depth_backend {
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
    flow::median_filter(policy_for(on, to), from.values, window, flow::size_of(from), to.values);
  }

  void fill_columns(executor_state& on, dense_images<const float> const& from,
                    dense_images<float> const& to) const override {
    depth::fill_columns(policy_for(on, to), from.values, flow::size_of(from), to.values);
  }

  void resample_rows(executor_state& on, dense_images<const float> const& from,
                     dense_images<float> const& to) const override {
    depth::resample_rows(policy_for(on, to), from.values, flow::size_of(from), to.rows, to.values);
  }

  void reconstruct_columns(executor_state& on, column_segments const& segments,
                           dense_images<float> const& to) const override {
    const depth::segments_of_columns<column_segment<float>> view{segments.offsets, segments.segments, segments.count};
    depth::reconstruct_columns(policy_for(on, to), view, flow::size_of(to), to.values);
  }

private:
  template <class Raw>
  static void disparity_from(executor_state& on, raw_images<Raw> const& raw, dense_images<float> const& to) {
    depth::to_disparity(policy_for(on, to), raw.images.values, to.pixels(), raw.scale, raw.invalid, to.values);
  }
};

} // namespace

depth_backend const& depth_backend::on_cpu() {
  static const depth_on_cpu backend{};
  return backend;
}

} // namespace thrustline::detail
