// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/omp/detail/execution_policy.h>
#include <thrust/system/tbb/detail/execution_policy.h>

#if defined(__CUDACC__)
#include <thrust/system/cuda/execution_policy.h>
#endif

/// Backend of a policy: serial, parallel or CUDA. Thrust's own OpenMP and TBB scans, reductions by key and compactions
/// are serial or slower than a serial loop (CCCL 3.0), so on CPU cores we split the items into chunks and use only
/// Thrust's for_each.
namespace thrustline::detail {

struct serial_backend {};
struct parallel_backend {};
struct cuda_backend {};

template <class Derived>
serial_backend backend_of(thrust::detail::execution_policy_base<Derived> const&) {
  return {};
}

template <class Derived>
parallel_backend backend_of(thrust::system::omp::detail::execution_policy<Derived> const&) {
  return {};
}

template <class Derived>
parallel_backend backend_of(thrust::system::tbb::detail::execution_policy<Derived> const&) {
  return {};
}

#if defined(__CUDACC__)
template <class Derived>
cuda_backend backend_of(thrust::cuda_cub::execution_policy<Derived> const&) {
  return {};
}
#endif

/// Whether a policy uses one thread. A policy that learns its number of threads at run time overloads this in its own
/// namespace.
template <class Policy>
bool is_serial(Policy const&) {
  return std::is_same_v<decltype(backend_of(std::declval<Policy const&>())), serial_backend>;
}

template <class Policy>
using backend_t = decltype(backend_of(std::declval<Policy const&>()));

template <class Policy>
inline constexpr bool is_cuda = std::is_same_v<backend_t<Policy>, cuda_backend>;

} // namespace thrustline::detail
