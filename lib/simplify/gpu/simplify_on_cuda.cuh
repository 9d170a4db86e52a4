// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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
                           simplify_outputs<Real, D> const& wanted) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const gpu::device_batch<Real, D> batch(policy, given);
    const gpu::device_input<double, Policy> tolerances(policy, options.tolerances(), given.series, given.where);

    const std::int64_t n = given.points, m = given.series;
    const gpu::device_output<std::uint8_t, Policy> mask(policy, wanted.keep_mask, n, wanted.where);
    const gpu::device_output<std::int64_t, Policy> counts(policy, wanted.kept_counts, m, wanted.where);
    const gpu::device_output<std::int64_t, Policy> kept_offsets(policy, wanted.kept_offsets, m + 1, wanted.where);
    const gpu::device_output<std::int64_t, Policy> indices(policy, wanted.kept_indices, n, wanted.where);
    const gpu::device_output<Real, Policy> points(policy, wanted.kept_points, n * D, wanted.where);
    const gpu::device_output<std::int64_t, Policy> segment_offsets(policy, wanted.segment_offsets, m + 1, wanted.where);
    const gpu::device_output<std::int64_t, Policy> segments(policy, wanted.segments, 2 * n, wanted.where);
    simplify_outputs<Real, D> outputs;
    outputs.keep_mask = mask.data();
    outputs.kept_counts = counts.data();
    outputs.kept_offsets = kept_offsets.data();
    outputs.kept_indices = indices.data();
    outputs.kept_points = points.data();
    outputs.segment_offsets = segment_offsets.data();
    outputs.segments = segments.data();

    gpu::batch_engine<Real, D> engine(policy, {*on.workspace, on.stream}, options.engine());
    const flow::call_input<Real, D> input{batch.lines, options, tolerances.data()};
    simplify_report report = flow::simplify_on(policy, input, engine, outputs);
    report.used = engine.used();

    mask.bring_back(n);
    counts.bring_back(m);
    kept_offsets.bring_back(m + 1);
    indices.bring_back(report.kept);
    points.bring_back(report.kept * D);
    segment_offsets.bring_back(m + 1);
    segments.bring_back(2 * report.segments);
    if (wanted.where == memory::host || flow::wants_lists(outputs)) // else the call has waited for the mask
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
  batch_engine<Real, D> engine(policy, {*on.workspace, on.stream}, input.options.engine());
  flow::mark_open_series(policy, input, engine, mask, std::uint8_t(1));
}

} // namespace thrustline::gpu
