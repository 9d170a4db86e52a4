// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/gpu/device_workspace.hpp"
#include "simplify/flow/series_ends.hpp"
#include "simplify/flow/significance_flow.hpp"
#include "simplify/gpu/bounded/bounded_engine.cuh"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/gpu/keep_greatest.hpp"
#include "simplify/significance_backends.hpp"

namespace thrustline::gpu {

/// The engine as flow::significance_on() calls it: bounded, for short series too.
template <class Policy, class Real, int D>
struct significance_engine {
  Policy const& policy;
  boxes_of_call<Policy, Real, D>& boxes;

  template <class Points, class Index, class Tolerance, class Metric>
  flow::engine_report operator()(Points points, Index count, const detail::chord_ends<Index>* ends, Index series,
                                 Tolerance tolerance, Metric const& metric, Real* values) const {
    if (boxes.longest() == 0 && flow::longest_series(policy, ends, series, count, metric.skip) < 3)
      return 0;
    return bounded_engine<significance_outcome<Real>>(policy, boxes, points, count, ends, series, tolerance, metric,
                                                      values);
  }
};

/// The values of all points into device memory.
template <class Policy, class Real, int D>
simplify_report find_significance(Policy const& policy, polylines<Real, D> const& given,
                                  simplify_options const& options, mailbox const& mail, Real* values) {
  const device_batch<Policy, Real, D> batch(policy, given);
  const device_input<double, Policy> tolerances(policy, options.tolerances(), given.series, given.where);
  boxes_of_call<Policy, Real, D> boxes(policy, mail);
  const flow::seen_points seen = boxes.make_early(batch.lines, options, tolerances.data(), nullptr);
  const significance_engine<Policy, Real, D> run{policy, boxes};
  simplify_report report = flow::significance_on(policy, batch.lines, options, tolerances.data(), run, values, seen);
  report.used = engine::bounded;
  return report;
}

} // namespace thrustline::gpu

namespace thrustline::detail {

template <class Real, int D>
simplify_report significance_on_cuda<Real, D>::significance(executor_state& on, polylines<Real, D> const& given,
                                                            simplify_options const& options, Real* values,
                                                            memory where) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  const auto policy = thrust::cuda::par_nosync(allocator).on(on.stream);
  using Policy = std::remove_const_t<decltype(policy)>;

  const gpu::device_output<Real, Policy> output(policy, values, given.points, where);
  const simplify_report report =
      gpu::find_significance(policy, given, options, {*on.workspace, on.stream}, output.data());
  output.bring_back(given.points);
  check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  return report;
}

template <class Real, int D>
simplify_to_count_report significance_on_cuda<Real, D>::simplify_to_count(executor_state& on,
                                                                          polylines<Real, D> const& given,
                                                                          simplify_options const& options,
                                                                          std::int64_t count, std::uint8_t* keep_mask) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  const auto policy = thrust::cuda::par_nosync(allocator).on(on.stream);
  using Policy = std::remove_const_t<decltype(policy)>;

  const temporary<Real, Policy> values(policy, given.points);
  simplify_to_count_report report{
      gpu::find_significance(policy, given, options, {*on.workspace, on.stream}, values.data())};
  const gpu::device_output<std::uint8_t, Policy> mask(policy, keep_mask, given.points, given.where);
  const kept_greatest<Real> kept =
      gpu::keep_greatest_on_cuda<Real>::run(on, values.data(), given.points, count, mask.data());
  report.kept = kept.count;
  report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
  mask.bring_back(given.points);
  check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  return report;
}

} // namespace thrustline::detail
