// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "core/offsets_or_whole.hpp"
#include "simplify/flow/significance_flow.hpp"
#include "simplify/gpu/bounded_engine.cuh"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/gpu/keep_greatest.hpp"
#include "simplify/gpu/keep_greatest_of_each.hpp"
#include "simplify/gpu/shared_steps.cuh"
#include "simplify/significance_backends.hpp"

namespace thrustline::gpu {

/// The engine as flow::significance_on() takes it: bounded, for short series too.
template <class Real, int D>
class significance_engine {
public:
  significance_engine(device_policy const& policy, mailbox const& mail) : call_(policy, mail) {}

  flow::unchecked begin(flow::call_input<Real, D> const& input, Real*) { return call_.begin(input, nullptr, nullptr); }

  template <class Problem>
  std::optional<flow::engine_report> run(Problem& problem) {
    call_.mark_ends(problem);
    if (!call_.longest() && problem.longest() < 3)
      return flow::engine_report{};
    return bounded_engine<significance_outcome<Real>, bounded_call<Real, D>, Problem>(call_, problem).run();
  }

private:
  bounded_call<Real, D> call_;
};

/// The values of all points into device memory.
template <class Real, int D>
simplify_report find_significance(device_policy const& policy, polylines<Real, D> const& given,
                                  simplify_options const& options, mailbox const& mail, Real* values) {
  const device_call_arrays<Real, D> arrays(policy, given, options);
  significance_engine<Real, D> engine(policy, mail);
  simplify_report report = flow::significance_on(policy, arrays.input(), engine, values);
  report.used = engine::bounded;
  return report;
}

} // namespace thrustline::gpu

namespace thrustline::detail {

template <class Real, int D>
class significance_on_cuda final : public significance_backend<Real, D> {
public:
  simplify_report significance(executor_state& on, polylines<Real, D> const& given, simplify_options const& options,
                               Real* values, memory where) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const gpu::device_output<Real, Policy> output(policy, values, given.points, where);
    const simplify_report report = gpu::find_significance(policy, given, options, call.mail(), output.data());
    output.copy_back(given.points);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  }

  simplify_to_count_report simplify_to_count(executor_state& on, polylines<Real, D> const& given,
                                             simplify_options const& options, std::int64_t count,
                                             std::uint8_t* keep_mask) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const temporary<Real, Policy> values(policy, given.points);
    simplify_to_count_report report{gpu::find_significance(policy, given, options, call.mail(), values.data())};
    const gpu::device_output<std::uint8_t, Policy> mask(policy, keep_mask, given.points, given.where);
    const kept_greatest<Real> kept =
        gpu::keep_greatest_on_cuda<Real>::run(policy, values.data(), given.points, count, mask.data());
    report.kept = kept.count;
    report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
    mask.copy_back(given.points);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  }

  simplify_to_count_report simplify_each(executor_state& on, polylines<Real, D> const& given,
                                         simplify_options const& options, amounts_of_series const& amounts,
                                         std::uint8_t* keep_mask) const override {
    const gpu::device_call call(on);
    const gpu::device_policy& policy = call.policy();
    using Policy = gpu::device_policy;

    const std::int64_t n = given.points, m = given.series;
    const gpu::device_input<std::int64_t, Policy> counts(policy, amounts.counts, m, given.where);
    const gpu::device_input<double, Policy> ratios(policy, amounts.ratios, m, given.where);
    const amounts_of_series on_device{counts.data(), ratios.data()};
    gpu::series_amounts_on_cuda::check(policy, on_device, m);

    const temporary<Real, Policy> values(policy, n);
    simplify_to_count_report report{gpu::find_significance(policy, given, options, call.mail(), values.data())};
    const offsets_or_whole given_offsets(given);
    const gpu::device_input<std::int64_t, Policy> offsets(policy, given_offsets.data(), given_offsets.count(),
                                                          given_offsets.where());
    const gpu::device_output<std::uint8_t, Policy> mask(policy, keep_mask, n, given.where);
    const flow::wanted_of_series wanted{on_device, offsets.data()};
    const kept_greatest<Real> kept =
        gpu::keep_greatest_of_each_on_cuda<Real>::run(policy, values.data(), n, wanted, m, mask.data());
    report.kept = kept.count;
    report.asked = gpu::series_amounts_on_cuda::count_wanted(policy, wanted, m);
    report.equal_tolerance = static_cast<double>(kept.greatest_left_out);
    mask.copy_back(n);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  }
};

template <class Real, int D>
significance_backend<Real, D> const& significance_backend<Real, D>::on_cuda() {
  static const significance_on_cuda<Real, D> backend{};
  return backend;
}

} // namespace thrustline::detail
