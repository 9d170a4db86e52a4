// SPDX-License-Identifier: MIT
#pragma once

#include <cuda/atomic>

#include <thrustline/geometry/host_device.hpp>

/// Operations on numbers that threads of a device, or of the host, change together. They order no other memory: what
/// they publish is read after the next launch.
namespace thrustline::flow {

template <class T>
THRUSTLINE_HD T atomic_load(T& number) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).load(cuda::memory_order_relaxed);
}

template <class T>
THRUSTLINE_HD void atomic_store(T& number, T value) {
  cuda::atomic_ref<T, cuda::thread_scope_device>(number).store(value, cuda::memory_order_relaxed);
}

/// Adds n; returns what was there.
template <class T>
THRUSTLINE_HD T atomic_add(T& number, T n) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).fetch_add(n, cuda::memory_order_relaxed);
}

/// Stores `value`; returns what was there.
template <class T>
THRUSTLINE_HD T atomic_exchange(T& number, T value) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).exchange(value, cuda::memory_order_relaxed);
}

/// Stores `value` if `expected` is there; otherwise sets `expected` to what is. Returns whether it stored.
template <class T>
THRUSTLINE_HD bool atomic_replace(T& number, T& expected, T value) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).compare_exchange_strong(expected, value,
                                                                                        cuda::memory_order_relaxed);
}

} // namespace thrustline::flow
