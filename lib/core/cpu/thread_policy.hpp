// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrust/system/cpp/detail/execution_policy.h>

#include "core/threads.hpp"
#include <thrustline/detail/backend.hpp>

namespace thrustline::cpu {

/// The Thrust policy of the CPU engines: loops run on up to a number of threads that is known when the call begins. One
/// policy for one thread and many, so that the flow of a call is compiled once.
class thread_policy : public thrust::system::cpp::detail::execution_policy<thread_policy> {
public:
  explicit thread_policy(int threads) : threads_(threads) {}

  int threads() const { return threads_; }

private:
  int threads_;
};

// Functions that Thrust and the primitives find by argument-dependent lookup.

inline thrustline::detail::parallel_backend backend_of(thread_policy const&) { return {}; }

inline bool is_serial(thread_policy const& policy) { return policy.threads() == 1; }

template <class Iterator, class Size, class Body>
Iterator for_each_n(thread_policy const& policy, Iterator first, Size n, Body body) {
  threads::parallel_for(policy.threads(), n, [&](std::int64_t i) { body(first[static_cast<Size>(i)]); });
  return first + n;
}

} // namespace thrustline::cpu
