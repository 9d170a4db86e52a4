// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/gpu/device_workspace.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/simplify_flow.hpp"
#include "simplify/gpu/batch_engine.cuh"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/simplify_backends.hpp"

namespace thrustline::detail {

template <class Real, int D>
simplify_report simplify_on_cuda<Real, D>::simplify(executor_state& on, polylines<Real, D> const& given,
                                                    simplify_options const& options,
                                                    simplify_outputs<Real, D> const& wanted) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  const auto policy = thrust::cuda::par_nosync(allocator).on(on.stream);
  using Policy = std::remove_const_t<decltype(policy)>;

  const gpu::device_batch<Policy, Real, D> batch(policy, given);
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

  engine used = engine::automatic;
  gpu::boxes_of_call<Policy, Real, D> boxes(policy, {*on.workspace, on.stream});
  const flow::seen_points seen = boxes.make_early(batch.lines, options, tolerances.data(), mask.data());
  const gpu::batch_engine<Policy, Real, D> run{policy, boxes, options.engine(), used};
  simplify_report report = flow::simplify_on(policy, batch.lines, options, tolerances.data(), run, outputs, seen);
  report.used = used;

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

template <class Real, int D>
double simplify_on_cuda<Real, D>::max_deviation(executor_state& on, polylines<Real, D> const& given,
                                                simplify_options const& options, const std::uint8_t* keep_mask) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  const auto policy = thrust::cuda::par_nosync(allocator).on(on.stream);
  using Policy = std::remove_const_t<decltype(policy)>;

  const gpu::device_batch<Policy, Real, D> batch(policy, given);
  const gpu::device_input<std::uint8_t, Policy> mask(policy, keep_mask, given.points, given.where);
  return flow::deviation_on(policy, batch.lines, options, mask.data());
}

} // namespace thrustline::detail
