// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <exception>

namespace thrustline::cpu {

/// Calls f(i) for 0 <= i < count on up to `threads` threads, in any order. If a call throws, one of the exceptions is
/// thrown again once all calls are done: none may leave a parallel region.
template <class F>
void in_parallel(int threads, std::int64_t count, F f) {
  if (threads == 1 || count == 1) {
    for (std::int64_t i = 0; i < count; ++i)
      f(i);
    return;
  }
  std::exception_ptr failure;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (std::int64_t i = 0; i < count; ++i)
    try {
      f(i);
    } catch (...) {
#pragma omp critical(thrustline_in_parallel)
      failure = std::current_exception();
    }
  if (failure)
    std::rethrow_exception(failure);
}

} // namespace thrustline::cpu
