// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "simplify/flow/converting_calls.hpp"
#include "simplify/gpu/device_batch.hpp"
#include "simplify/gpu/shared_steps.cuh"
#include <thrustline/detail/for_each_index.hpp>

namespace thrustline::gpu {

/// A call of flow/converting_calls.hpp on a device. The engines get its arrays there, so they copy none.
template <class Real, int D>
class converting_call {
public:
  using real = Real;
  static constexpr int dimensions = D;
  using policy_type = device_policy;

  converting_call(detail::executor_state const& on, polylines<Real, D> const& given, simplify_options const& options)
      : call_(on), where_(given.where), arrays_(policy(), given, options),
        lines_(reinterpret_cast<const Real*>(arrays_.input().lines.points), given.points, arrays_.input().lines.offsets,
               given.series, memory::device),
        options_(options) {
    const flow::call_input<Real, D> input = arrays_.input();
    options_.tolerances(input.tolerances, options.tolerances_count())
        .pins(input.pins, options.pins_count())
        .rings(input.rings, options.rings_count());
  }

  device_policy const& policy() const { return call_.policy(); }
  polylines<Real, D> const& lines() const { return lines_; }
  simplify_options const& options() const { return options_; }
  const point<Real, D>* points() const { return reinterpret_cast<const point<Real, D>*>(lines_.coordinates); }
  memory where() const { return where_; }

  template <class T>
  device_input<T, device_policy> input(const T* data, std::int64_t n) const {
    return {policy(), data, n, where_};
  }
  template <class T>
  device_output<T, device_policy> output(T* data, std::int64_t n, memory where) const {
    return {policy(), data, n, where};
  }
  template <class T>
  void copy_back_and_wait(device_output<T, device_policy> const& array, std::int64_t n) const {
    array.copy_back(n);
    detail::check_cuda(cudaStreamSynchronize(stream_of(policy())), "cudaStreamSynchronize");
  }

  template <class Body>
  void for_each(std::int64_t n, Body const& body) const {
    detail::for_each_index(policy(), n, body);
  }

  /// Calls body(begin, end) for all of [0, n).
  template <class Body>
  void for_each_range(std::int64_t n, Body const& body) const {
    body(std::int64_t(0), n);
  }

  /// Writes the points [begin, end) as ECEF points; an invalid one as a point that no validity accepts.
  void write_ecef_points(std::int64_t begin, std::int64_t end, flow::degrees_validity<Real, D> const& valid,
                         flow::ecef_point* ecef) const {
    for_each(end - begin, flow::write_ecef_point<Real, D>{points() + begin, valid, ecef + begin});
  }

  template <class Backend>
  static Backend const& backend() {
    return Backend::on_cuda();
  }

private:
  device_call call_;
  memory where_;
  device_call_arrays<Real, D> arrays_;
  polylines<Real, D> lines_;
  simplify_options options_;
};

} // namespace thrustline::gpu

namespace thrustline::detail {

template <class Real, int D>
converting_backends<Real, D> const& converting_backends<Real, D>::on_cuda() {
  using call = gpu::converting_call<Real, D>;
  static const flow::converting_simplify<call> simplify{};
  static const flow::converting_significance<call> significance{};
  static const converting_backends backends{simplify, significance};
  return backends;
}

template <class Real>
class ecef_on_cuda final : public ecef_backend<Real> {
public:
  void to_ecef(executor_state& on, polylines<Real, 2> const& degrees, double* ecef) const override {
    const simplify_options plain;
    flow::convert_to_ecef(gpu::converting_call<Real, 2>(on, degrees, plain), ecef);
  }
};

template <class Real>
ecef_backend<Real> const& ecef_backend<Real>::on_cuda() {
  static const ecef_on_cuda<Real> backend{};
  return backend;
}

} // namespace thrustline::detail
