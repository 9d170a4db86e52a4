// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

namespace thrustline::threads {

/// Keeps the workers of an arena awake for a moment after their work. The next loop of a call, or the next call, often
/// begins within that time; to wake a thread that sleeps takes as long as a short call.
class lingering_workers {
public:
  /// To be called before a worker is asked for.
  void begin_request() { ++begun_.count; }
  /// To be called when a thread answers the request, or when it cannot be made.
  void end_request() { ++ended_.count; }

  /// To be called at the end of a worker's work: makes it wait for the next request, in a task that no call waits for.
  void linger() {
    if (!is_worker() || has_request())
      return;
    try {
      waits_.run([this] { wait_for_request(); });
    } catch (...) {
      // The worker sleeps at once.
    }
  }

  /// To be called in the arena before this object ends.
  void stop() {
    is_over_ = true;
    waits_.wait();
  }

private:
  /// The arena's first slot is that of the host's thread.
  static bool is_worker() { return tbb::this_task_arena::current_thread_index() > 0; }

  bool has_request() const { return begun_.count != ended_.count; }

  void wait_for_request() const {
    using clock = std::chrono::steady_clock;
    constexpr clock::duration moment = std::chrono::microseconds(200);
    if (is_worker())
      for (const clock::time_point begin = clock::now(); !has_request() && !is_over_ && clock::now() - begin < moment;)
        continue;
  }

  /// The calling thread begins most requests, and workers end most: each writes a cache line of its own.
  struct alignas(64) counter {
    std::atomic<unsigned> count{0};
  };
  counter begun_, ended_;
  std::atomic<bool> is_over_{false};
  tbb::task_group_context context_{tbb::task_group_context::isolated}; ///< outlives the groups of calls
  tbb::task_group waits_{context_};
};

} // namespace thrustline::threads
