// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/flow/deviation_flow.hpp"
#include "simplify/flow/finish_rings.hpp"
#include "simplify/flow/select_flow.hpp"
#include "simplify/flow/simplify_flow.hpp"
#include "simplify/gpu/batch_engine.cuh"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/gpu/device_results.hpp"
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
    const gpu::device_call_arrays<Real, D> arrays(policy, given, options);
    const gpu::device_results<Real, D> results(policy, given, wanted);
    gpu::batch_engine<Real, D> engine(policy, call.mail(), options);
    simplify_report report = flow::simplify_on(policy, arrays.input(), engine, results.wanted());
    report.used = engine.used();
    results.copy_back(report);
    if (wanted.where == memory::host || flow::wants_lists(wanted)) // else the call has waited for the mask
      check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  }

  simplify_report select(executor_state& on, polylines<Real, D> const& given, simplify_options const& options,
                         const std::uint8_t* keep_mask, wanted_results<Real> const& wanted) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    const gpu::device_batch<Real, D> batch(policy, given);
    const gpu::device_input<std::uint8_t, gpu::device_policy> mask(policy, keep_mask, given.points, given.where);
    const gpu::device_input<std::uint8_t, gpu::device_policy> rings(policy, options.rings(), given.series, given.where);
    const gpu::device_results<Real, D> results(policy, given, wanted);
    const flow::call_input<Real, D> input{batch.lines, options, nullptr, nullptr, rings.data()};
    const simplify_report report = flow::select_on(policy, input, mask.data(), results.wanted());
    results.copy_back(report);
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
    const gpu::device_input<std::uint8_t, Policy> rings(policy, options.rings(), given.series, given.where);
    const flow::call_input<Real, D> input{batch.lines, options, nullptr, nullptr, rings.data()};
    return flow::deviation_on(policy, input, mask.data());
  }

  finish_rings_report finish_rings(executor_state& on, polylines<Real, D> const& given, simplify_options const& options,
                                   std::uint8_t* keep_mask) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const gpu::device_call_arrays<Real, D> arrays(policy, given, options);
    const gpu::device_input<std::uint8_t, Policy> given_mask(policy, keep_mask, given.points, given.where);
    const gpu::device_output<std::uint8_t, Policy> mask(policy, keep_mask, given.points, given.where);
    flow::copy_mask(policy, given_mask.data(), given.points, mask.data());
    const gpu::batch_engine<Real, D> engine(policy, call.mail(), options);
    const finish_rings_report report = flow::finish_rings_on(policy, arrays.input(), engine, mask.data());
    mask.copy_back(given.points);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
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
void open_mask<Real, D>::run(device_call const& call, flow::call_input<Real, D> const& input, std::uint8_t* mask) {
  batch_engine<Real, D> engine(call.policy(), call.mail(), input.options);
  flow::mark_open_series(call.policy(), input, engine, mask, std::uint8_t(1));
}

} // namespace thrustline::gpu
