// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/simplify_flow.hpp"
#include "simplify/gpu/batch_engine.cuh"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/gpu/open_mask.hpp"
#include "simplify/gpu/shared_steps.cuh"
#include "simplify/simplify_backends.hpp"

namespace thrustline::detail {

template <class Real, int D>
class simplify_on_cuda final : public simplify_backend<Real, D> {
public:
  simplify_report simplify(executor_state& on, polylines<Real, D> const& given, simplify_options const& options,
                           wanted_results<Real> const& wanted) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const gpu::device_batch<Real, D> batch(policy, given);
    const gpu::device_input<double, Policy> tolerances(policy, options.tolerances(), given.series, given.where);

    const std::int64_t n = given.points, m = given.series;
    const gpu::device_output<std::uint8_t, Policy> mask(policy, wanted.keep_mask, n, wanted.where);
    const gpu::device_output<std::int64_t, Policy> counts(policy, wanted.kept_counts, m, wanted.where);
    const gpu::device_output<std::int64_t, Policy> kept_offsets(policy, wanted.kept_offsets, m + 1, wanted.where);
    const gpu::device_output<std::int64_t, Policy> segment_offsets(policy, wanted.segment_offsets, m + 1, wanted.where);
    std::optional<gpu::device_output<std::int64_t, Policy>> indices, segments; // made when they are placed
    std::optional<gpu::device_output<Real, Policy>> coordinates;
    const auto place_kept = [&](kept_room<Real> const& room, std::int64_t most) {
      indices.emplace(policy, room.indices, most, wanted.where);
      coordinates.emplace(policy, room.coordinates, most * D, wanted.where);
      return kept_room<Real>{indices->data(), coordinates->data()};
    };
    const auto place_segments = [&](segments_room const& room, std::int64_t most) {
      segments.emplace(policy, room.ends, 2 * most, wanted.where);
      return segments_room{segments->data()};
    };
    const wanted_results<Real> on_device{mask.data(),
                                         counts.data(),
                                         kept_offsets.data(),
                                         segment_offsets.data(),
                                         memory::device,
                                         wanted.kept.through(place_kept, n),
                                         wanted.segments.through(place_segments, n)};

    gpu::batch_engine<Real, D> engine(policy, {*on.workspace, on.stream}, options);
    const flow::call_input<Real, D> input{batch.lines, options, tolerances.data()};
    simplify_report report = flow::simplify_on(policy, input, engine, on_device);
    report.used = engine.used();

    mask.bring_back(n);
    counts.bring_back(m);
    kept_offsets.bring_back(m + 1);
    indices->bring_back(report.kept);
    coordinates->bring_back(report.kept * D);
    segment_offsets.bring_back(m + 1);
    segments->bring_back(2 * report.segments);
    if (wanted.where == memory::host || flow::wants_lists(wanted)) // else the call has waited for the mask
      check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  }

  double max_deviation(executor_state& on, polylines<Real, D> const& given, simplify_options const& options,
                       const std::uint8_t* keep_mask) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const gpu::device_batch<Real, D> batch(policy, given);
    const gpu::device_input<std::uint8_t, Policy> mask(policy, keep_mask, given.points, given.where);
    return flow::deviation_on(policy, batch.lines, options, mask.data());
  }
};

template <class Real, int D>
simplify_backend<Real, D> const& simplify_backend<Real, D>::on_cuda() {
  static const simplify_on_cuda<Real, D> backend{};
  return backend;
}

} // namespace thrustline::detail

namespace thrustline::gpu {

template <class Real, int D>
void open_mask<Real, D>::run(detail::executor_state& on, device_policy const& policy,
                             flow::call_input<Real, D> const& input, std::uint8_t* mask) {
  batch_engine<Real, D> engine(policy, {*on.workspace, on.stream}, input.options);
  flow::mark_open_series(policy, input, engine, mask, std::uint8_t(1));
}

} // namespace thrustline::gpu
