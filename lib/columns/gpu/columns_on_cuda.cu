// SPDX-License-Identifier: MIT
#include <cstdint>

#include <cuda_runtime_api.h>

#include "columns/flow/columns_as_batch.hpp"
#include "columns/gpu/fused_columns.cuh"
#include "columns/segment_columns_backends.hpp"
#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/gpu/open_mask.hpp"
#include <thrustline/detail/scan.hpp>

namespace thrustline::gpu {
namespace {

template <class Policy, class Value>
void write_segments(Policy const& policy, flow::column_view<Value> const& view, flow::kept_bits kept,
                    const std::int64_t* offsets, detail::segment_room<column_real<Value>> const& room) {
  if (view.rows > fused_points) {
    detail::for_each_index(policy, view.series,
                           flow::write_column_segments<Value>{view, kept, offsets, room.segments, room.capacity});
  } else if (view.series > 0) {
    list_segments<<<static_cast<unsigned>((view.series + 3) / 4), 128, 0, stream_of(policy)>>>(
        view, kept.words, static_cast<int>(kept.per_series), offsets, room.segments, room.capacity);
    check_cuda(cudaGetLastError(), "list_segments");
  }
}

} // namespace
} // namespace thrustline::gpu

namespace thrustline::detail {
namespace {

template <class Value>
class columns_on_cuda final : public columns_backend<Value> {
public:
  void segment(executor_state& on, column_images<Value> const& given, segment_columns_options const& options,
               wanted_columns<column_real<Value>> const& wanted) const override {
    using real = column_real<Value>;
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const std::int64_t series = given.series(), per_series = flow::words_per_series(given.rows);
    const gpu::device_input<Value, Policy> values(policy, given.values, flow::extent(given), given.where);
    const gpu::device_input<double, Policy> tolerances(policy, options.tolerances(), series, given.where);
    const gpu::device_output<std::int64_t, Policy> offsets(policy, wanted.offsets, series + 1, wanted.where);
    const gpu::device_output<std::uint8_t, Policy> mask(policy, wanted.keep_mask, series * given.rows, wanted.where);
    column_images<Value> images = given;
    images.values = values.data();

    const flow::column_view<Value> view = flow::view_columns(images, options);
    temporary<std::uint32_t, Policy> words(policy, series * per_series);
    temporary<std::int64_t, Policy> counts(policy, series + 1);
    const flow::kept_bits kept{words.data(), per_series};
    if (given.rows > fused_points || options.engine() == engine::composed) {
      const auto mark = [&](flow::call_input<real, 1> const& input, std::uint8_t* mask) {
        gpu::open_mask<real, 1>::run(call, input, mask);
      };
      flow::columns_as_batch(policy, view, options, tolerances.data(), mark, words.data());
      for_each_index(policy, series + 1, flow::count_column_segments{kept, view.rows, series, counts.data()});
    } else {
      if (wanted.offsets) // the scan reads a count behind the last
        check_cuda(cudaMemsetAsync(counts.data() + series, 0, sizeof(std::int64_t), on.stream), "cudaMemsetAsync");
      if (series > 0) {
        const flow::tolerance_of_series<real> tolerance{static_cast<real>(options.tolerance()), tolerances.data()};
        flow::with_metric<point<real, 1>>(options.metric(), [&](auto metric) {
          gpu::launch_split_columns(on.stream, view, tolerance, metric,
                                    gpu::column_results{static_cast<int>(per_series), words.data(), counts.data()});
        });
      }
    }

    if (wanted.offsets)
      scan<false>(policy, counts.data(), series + 1, offsets.data(), std::int64_t(0), plus<std::int64_t>{});
    const bool room_given = wanted.segments.given().has_value(); // then nothing waits for their number
    const segment_room<real> room =
        room_given ? *wanted.segments.given() : wanted.segments(read_back(policy, offsets.data() + series));
    const gpu::device_output<column_segment<real>, Policy> segments(policy, room.segments, room.capacity, wanted.where);
    if (room.segments)
      gpu::write_segments(policy, view, kept, offsets.data(), {segments.data(), room.capacity});
    if (wanted.keep_mask)
      for_each_index(policy, series * per_series, flow::write_column_mask{kept, given.rows, mask.data()});

    if (given.where == memory::device && wanted.where == memory::device)
      return;
    std::int64_t written = room.capacity;
    if (room.segments && room_given) // there may be fewer
      written = std::min(written, read_back(policy, offsets.data() + series));
    offsets.copy_back(series + 1);
    segments.copy_back(written);
    mask.copy_back(series * given.rows);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  }
};

} // namespace

template <class Value>
columns_backend<Value> const& columns_backend<Value>::on_cuda() {
  static const columns_on_cuda<Value> backend{};
  return backend;
}

template columns_backend<float> const& columns_backend<float>::on_cuda();
template columns_backend<double> const& columns_backend<double>::on_cuda();
template columns_backend<std::uint8_t> const& columns_backend<std::uint8_t>::on_cuda();
template columns_backend<std::uint16_t> const& columns_backend<std::uint16_t>::on_cuda();

} // namespace thrustline::detail
