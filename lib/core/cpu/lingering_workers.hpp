// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>

#include <tbb/task_arena.h>
#include <tbb/task_scheduler_observer.h>

namespace thrustline::threads {

/// Keeps the workers of an arena awake for a moment after their work. The next loop of a call, or the next call, often
/// begins within that time; to wake a thread that sleeps takes as long as a short call.
class lingering_workers final : private tbb::task_scheduler_observer {
public:
  explicit lingering_workers(tbb::task_arena& arena) : task_scheduler_observer(arena) { observe(true); }
  ~lingering_workers() override { observe(false); }

  /// To be called before a worker is asked for.
  void begin_request() { ++begun_.count; }
  /// To be called when a thread answers the request, or when it cannot be made.
  void end_request() { ++ended_.count; }

private:
  // oneTBB calls this when a worker has found no work in the arena for a while.
  void on_scheduler_exit(bool is_worker) override {
    using clock = std::chrono::steady_clock;
    constexpr clock::duration moment = std::chrono::microseconds(200);
    if (is_worker)
      for (const clock::time_point begin = clock::now(); begun_.count == ended_.count && clock::now() - begin < moment;)
        continue;
  }

  /// The calling thread begins most requests, and workers end most: each writes a cache line of its own.
  struct alignas(64) counter {
    std::atomic<unsigned> count{0};
  };
  counter begun_, ended_;
};

} // namespace thrustline::threads
