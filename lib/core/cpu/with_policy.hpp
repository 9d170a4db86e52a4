// SPDX-License-Identifier: MIT
#pragma once

#include <omp.h>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

namespace thrustline::cpu {

/// Sets the number of threads of the OpenMP regions that the calling thread opens, for a scope.
class thread_count {
public:
  explicit thread_count(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
  ~thread_count() { omp_set_num_threads(before_); }
  thread_count(thread_count const&) = delete;
  thread_count& operator=(thread_count const&) = delete;

private:
  int before_;
};

/// Calls f with the Thrust policy for a number of threads.
template <class F>
auto with_policy(int threads, F f) {
  if (threads == 1)
    return f(thrust::seq);
  const thread_count scope(threads);
  return f(thrust::omp::par);
}

} // namespace thrustline::cpu
