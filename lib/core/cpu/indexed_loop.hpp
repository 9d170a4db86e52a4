// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>

#include "core/threads.hpp"

namespace thrustline::threads::detail {

/// A loop that several threads run together: each takes the next index until none is left.
class indexed_loop {
public:
  indexed_loop(std::int64_t count, indexed_call f) : count_(count), f_(f) {}

  /// Exceptions are kept for rethrow().
  void work(int worker) noexcept {
    for (std::int64_t i; (i = next_.fetch_add(1, std::memory_order_relaxed)) < count_;)
      try {
        f_.call(f_.f, i, worker);
      } catch (...) {
        if (!failed_.exchange(true))
          failure_ = std::current_exception();
      }
  }

  /// To be called once all threads have left work().
  void rethrow() const {
    if (failure_)
      std::rethrow_exception(failure_);
  }

private:
  const std::int64_t count_;
  const indexed_call f_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
};

} // namespace thrustline::threads::detail
