// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

/// Work on several CPU threads. A task library (oneTBB) owns the threads: they are shared with all other calls of the
/// process, sleep while there is no work, and no setting of the host program changes. The calling thread always works,
/// and never waits for a thread that has not begun: where there are no other threads it does everything by itself. That
/// is so in a child after fork(), whose other threads are gone, where threads cannot be created, and in a build without
/// oneTBB.
namespace thrustline::threads {

/// The threads that this process may use: the least of its cores, its affinity and the CPU quota of its control group.
int default_count();

/// Name and version of the task library; empty in a build without one.
std::string library();

namespace detail {

/// A call f(i, worker) by reference.
struct indexed_call {
  const void* f;
  void (*call)(const void* f, std::int64_t i, int worker);
};

void parallel_for(int threads, std::int64_t count, indexed_call f);
void call_together(int threads, indexed_call f);

template <class F>
indexed_call refer_to(F const& f) {
  return {&f, [](const void* g, std::int64_t i, int worker) {
            if constexpr (std::is_invocable_v<F const&, std::int64_t, int>)
              (*static_cast<const F*>(g))(i, worker);
            else
              (*static_cast<const F*>(g))(i);
          }};
}

} // namespace detail

/// Calls f(i) or f(i, worker) for 0 <= i < count on up to `threads` threads, in any order; worker: 0 to threads - 1,
/// another one for each thread at work. If a call throws, the others are still made; then the first exception is thrown
/// again.
template <class F>
void parallel_for(int threads, std::int64_t count, F const& f) {
  detail::parallel_for(threads, count, detail::refer_to(f));
}

/// Calls f(i) for 0 <= i < threads, for calls that wait for something else and so profit from more threads than cores:
/// in a build without a task library threads are started for them. Exceptions as parallel_for().
template <class F>
void call_together(int threads, F const& f) {
  detail::call_together(threads, detail::refer_to(f));
}

/// Tasks that may add tasks. No task waits for another.
class task_group {
public:
  /// A task: task(worker), with worker as in parallel_for().
  using task = std::function<void(int worker)>;

  /// Adds a task; it runs when a thread is free. To be called by run_tasks()'s root and by tasks.
  void run(task work);

  class implementation;
  explicit task_group(implementation& tasks) : tasks_(tasks) {}

private:
  implementation& tasks_;
};

/// Calls root(tasks), and runs all tasks on up to `threads` threads. If one throws, those that have not begun are
/// dropped, and the exception is thrown again.
void run_tasks(int threads, std::function<void(task_group&)> const& root);

} // namespace thrustline::threads
