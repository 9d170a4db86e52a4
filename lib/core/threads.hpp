// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

/// Work on several CPU threads. A task library (oneTBB) owns the threads. They serve all calls of the process, and
/// sleep a fraction of a millisecond after their last work; no setting of the host program changes. The calling thread
/// always works, and never waits for a thread that has not begun. It does all the work alone
/// - in a build without oneTBB;
/// - if threads cannot be created;
/// - in a child after fork() whose parent had other threads, which the child lacks;
/// - if the main thread of the process is pinned to one core: oneTBB counts cores by that thread's affinity mask, once,
///   when the process first uses it.
namespace thrustline::threads {

/// Number of threads that this process may use: the least of its cores, the affinity mask of its main thread and the
/// CPU quota of its control group.
int default_count();

/// Name and version of the task library; empty if the build has none.
std::string library();

/// The least number of points that a call shares among threads. With fewer points, waking a thread and waiting for it
/// takes as long as it saves. Tests lower the number, so that their small data is shared, too. It may change between
/// calls only.
std::int64_t& fewest_to_share();

/// The number of threads for a call that reads that many points or pixels: `threads`, or 1 below fewest_to_share().
int call_threads(int threads, std::int64_t points);

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

/// Calls f(i) or f(i, worker) for 0 <= i < count on up to `threads` threads, in any order. worker is a number from 0 to
/// min(threads, count) - 1; no two threads at work have the same. If a call throws, parallel_for() still makes the
/// others, then throws the first exception again.
///
/// A host thread keeps the threads that help it for the next call of the same `threads`: pass those of the executor,
/// also where `count` is less. f must not call parallel_for() with another number.
template <class F>
void parallel_for(int threads, std::int64_t count, F const& f) {
  detail::parallel_for(threads, count, detail::refer_to(f));
}

/// Calls f(i) for 0 <= i < threads. It is meant for calls that mostly wait, for a copy to a GPU say: a build without a
/// task library starts threads for them. Exceptions come out as from parallel_for().
template <class F>
void call_together(int threads, F const& f) {
  detail::call_together(threads, detail::refer_to(f));
}

/// Tasks that may add tasks. No task waits for another.
class task_group {
public:
  /// A task is called with a worker as in parallel_for().
  using task = std::function<void(int worker)>;

  /// Adds a task, which runs when a thread is free. Only the root of run_tasks() and tasks may call this.
  void run(task work);

  class implementation;
  explicit task_group(implementation& tasks) : tasks_(tasks) {}

private:
  implementation& tasks_;
};

/// Calls root(tasks), and runs all tasks on up to `threads` threads. If a task throws, run_tasks() drops the tasks that
/// have not begun, and throws the exception again.
void run_tasks(int threads, std::function<void(task_group&)> const& root);

} // namespace thrustline::threads
