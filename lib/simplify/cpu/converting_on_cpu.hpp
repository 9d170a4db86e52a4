// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/cpu/thread_policy.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "core/threads.hpp"
#include "simplify/cpu/convert_to_ecef.hpp"
#include "simplify/flow/converting_calls.hpp"
#include <thrustline/detail/for_each_range.hpp>

namespace thrustline::cpu {

/// A call of flow/converting_calls.hpp on CPU cores, which reach the caller's arrays themselves.
template <class Real, int D>
class converting_call {
public:
  using real = Real;
  static constexpr int dimensions = D;
  using policy_type = thread_policy;

  template <class T>
  class array {
  public:
    explicit array(T* data) : data_(data) {}
    T* data() const { return data_; }

  private:
    T* data_;
  };

  converting_call(detail::executor_state const& on, polylines<Real, D> const& lines, simplify_options const& options)
      : policy_(threads::call_threads(on.threads, lines.points)), lines_(lines), options_(options) {}

  thread_policy const& policy() const { return policy_; }
  polylines<Real, D> const& lines() const { return lines_; }
  simplify_options const& options() const { return options_; }
  const point<Real, D>* points() const { return reinterpret_cast<const point<Real, D>*>(lines_.coordinates); }

  /// Memory of the caller's points.
  memory where() const { return memory::host; }

  template <class T>
  array<const T> input(const T* data, std::int64_t) const {
    return array<const T>(data);
  }
  template <class T>
  array<T> output(T* data, std::int64_t, memory) const {
    return array<T>(data);
  }
  template <class T>
  void copy_back_and_wait(array<T> const&, std::int64_t) const {}

  /// Calls body(i) for 0 <= i < n, with vectors as wide as the processor has them.
  template <class Body>
  void for_each(std::int64_t n, Body const& body) const {
    detail::for_each_range(policy_, n, wide_loop<Body>{body});
  }

  /// Calls body(begin, end) for ranges that make up [0, n).
  template <class Body>
  void for_each_range(std::int64_t n, Body const& body) const {
    detail::for_each_range(policy_, n, body);
  }

  /// Writes the points [begin, end) as ECEF points; an invalid one as a point that no validity accepts.
  void write_ecef_points(std::int64_t begin, std::int64_t end, flow::degrees_validity<Real, D> const& valid,
                         flow::ecef_point* ecef) const {
    ecef_converter<Real, D>(points(), valid, ecef)(begin, end);
  }

  template <class Backend>
  static Backend const& backend() {
    return Backend::on_cpu();
  }

private:
  template <class Body>
  struct wide_loop {
    Body body;
    void operator()(std::int64_t begin, std::int64_t end) const {
      in_wide_vectors([&] {
        for (std::int64_t i = begin; i < end; ++i)
          body(i);
      });
    }
  };

  thread_policy policy_;
  polylines<Real, D> const& lines_;
  simplify_options const& options_;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real, int D>
converting_backends<Real, D> const& converting_backends<Real, D>::on_cpu() {
  using call = cpu::converting_call<Real, D>;
  static const flow::converting_simplify<call> simplify{};
  static const flow::converting_significance<call> significance{};
  static const converting_backends backends{simplify, significance};
  return backends;
}

template <class Real>
class ecef_on_cpu final : public ecef_backend<Real> {
public:
  void to_ecef(executor_state& on, polylines<Real, 2> const& degrees, double* ecef) const override {
    const simplify_options plain;
    flow::convert_to_ecef(cpu::converting_call<Real, 2>(on, degrees, plain), ecef);
  }
};

template <class Real>
ecef_backend<Real> const& ecef_backend<Real>::on_cpu() {
  static const ecef_on_cpu<Real> backend{};
  return backend;
}

} // namespace thrustline::detail
