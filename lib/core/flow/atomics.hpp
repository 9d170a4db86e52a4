// SPDX-License-Identifier: MIT
#pragma once

#include <cuda/atomic>

#include <thrustline/geometry/host_device.hpp>

/// Operations on numbers that threads of a device, or of the host, change together. Where the name does not say so,
/// they order no other memory: what they publish is read after the next launch, or beyond a fence.
namespace thrustline::flow {

template <class T>
THRUSTLINE_HD T atomic_load(T& number) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).load(cuda::memory_order_relaxed);
}

template <class T>
THRUSTLINE_HD void atomic_store(T& number, T value) {
  cuda::atomic_ref<T, cuda::thread_scope_device>(number).store(value, cuda::memory_order_relaxed);
}

/// Loads; what the thread that stored the number by release had written before is visible after this.
template <class T>
THRUSTLINE_HD T atomic_acquire(T& number) {
  return cuda::atomic_ref<T, cuda::thread_scope_device>(number).load(cuda::memory_order_acquire);
}

template <class T>
THRUSTLINE_HD void atomic_release(T& number, T value) {
  cuda::atomic_ref<T, cuda::thread_scope_device>(number).store(value, cuda::memory_order_release);
}

template <class T>
THRUSTLINE_HD void atomic_add_release(T& number, T n) {
  cuda::atomic_ref<T, cuda::thread_scope_device>(number).fetch_add(n, cuda::memory_order_release);
}

/// Orders what the thread wrote before this fence and what it reads after it. If two threads each write, pass the fence
/// and read, then at least one of them reads what the other one wrote.
THRUSTLINE_HD inline void atomic_fence() {
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
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
