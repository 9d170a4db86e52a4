// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <pthread.h>

#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

#include "core/cpu/indexed_loop.hpp"
#include "core/cpu/serial_tasks.hpp"
#include "core/cpu/thread_limits.hpp"
#include "core/threads.hpp"

namespace thrustline::threads {
namespace {

/// Set in a child after fork(): oneTBB would wait there for threads that the child does not have, or for a mutex that
/// one of them held.
bool is_forked_child = false;
[[maybe_unused]] const int watches_fork = pthread_atfork(nullptr, nullptr, [] { is_forked_child = true; });

/// Set when oneTBB failed to start a thread after all; it cannot be relied on then.
std::atomic<bool> is_broken{false};

/// How many of `wanted` threads can be at work at once besides those of the process. They end at once.
int startable_threads(int wanted) {
  std::mutex mutex;
  std::condition_variable changed;
  bool may_end = false;
  std::vector<std::thread> started;
  try {
    started.reserve(static_cast<std::size_t>(wanted));
    for (int k = 0; k < wanted; ++k)
      started.emplace_back([&] {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return may_end; });
      });
  } catch (std::system_error const&) { // no more threads
  } catch (std::bad_alloc const&) {
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    may_end = true;
  }
  changed.notify_all();
  for (std::thread& each : started)
    each.join();
  return static_cast<int>(started.size());
}

/// The threads that oneTBB may start, asked once for the process: where pthread_create() fails in the midst of its own
/// work, oneTBB throws or ends the program.
struct worker_threads {
  int wanted, count;

  static worker_threads const& of_process() {
    static const worker_threads workers = [] {
      // As oneTBB counts them. Its own answer would load its parts for NUMA nodes first, and wait forever if memory
      // ran out in their midst before.
      const int wanted = usable_cores() - 1;
      // Twice as many: the system may count a thread for a moment after it has ended.
      return worker_threads{wanted, startable_threads(2 * wanted) / 2};
    }();
    return workers;
  }

  bool are_fewer() const { return count < wanted; }
};

/// The arena of a host thread, whose calls come one after the other.
class own_arena {
public:
  own_arena() = default;
  own_arena(own_arena const&) = delete;
  own_arena& operator=(own_arena const&) = delete;
  ~own_arena() {
    if (is_forked_child || is_broken) // oneTBB cannot take it back
      static_cast<void>(arena_.release());
  }

  tbb::task_arena& get(int threads) {
    if (threads_ != threads)
      arena_ = std::make_unique<tbb::task_arena>(threads);
    threads_ = threads;
    return *arena_;
  }

private:
  int threads_ = 0;
  std::unique_ptr<tbb::task_arena> arena_;
};

/// Where the calling thread may have help, for as long as this exists.
class team {
public:
  explicit team(int threads) {
    if (threads < 2 || is_forked_child || is_broken)
      return;
    worker_threads const& workers = worker_threads::of_process();
    threads = std::min(threads, 1 + workers.count);
    if (threads < 2)
      return;
    // Calls side by side could together want more threads than can be started.
    static std::mutex one_at_a_time;
    lock_ = std::unique_lock<std::mutex>(one_at_a_time, std::defer_lock);
    if (workers.are_fewer() && !lock_.try_lock())
      return;
    thread_local own_arena arena;
    arena_ = &arena.get(threads);
    threads_ = threads;
  }

  int threads() const { return threads_; } ///< 1: no help
  tbb::task_arena& arena() const { return *arena_; }

private:
  int threads_ = 1;
  tbb::task_arena* arena_ = nullptr;
  std::unique_lock<std::mutex> lock_;
};

/// Adds a task to a group. If oneTBB cannot start a thread for it, the task is in the group all the same.
template <class Task>
void add_task(tbb::task_group& group, Task const& task) {
  try {
    group.run(task);
  } catch (std::bad_alloc const&) {
    throw;
  } catch (...) {
    is_broken = true;
  }
}

/// Tasks in the arena of the calling thread.
class arena_tasks final : public task_group::implementation {
public:
  void run(task_group::task work) override {
    add_task(group_, [work = std::move(work)] { work(tbb::this_task_arena::current_thread_index()); });
  }

  void run_all(std::function<void(task_group&)> const& root) {
    task_group group(*this); // the tasks refer to it
    group_.run_and_wait([&] { root(group); });
  }

private:
  tbb::task_group group_;
};

} // namespace

std::string library() {
  return "oneTBB " + std::to_string(TBB_VERSION_MAJOR) + "." + std::to_string(TBB_VERSION_MINOR);
}

namespace detail {

void parallel_for(int threads, std::int64_t count, indexed_call f) {
  indexed_loop loop(count, f);
  const team helpers(static_cast<int>(std::min<std::int64_t>(threads, count)));
  if (helpers.threads() == 1) {
    loop.work(0);
  } else {
    helpers.arena().execute([&] {
      tbb::task_group group;
      try {
        for (int worker = 1; worker < helpers.threads(); ++worker)
          add_task(group, [&loop, worker] { loop.work(worker); });
      } catch (std::bad_alloc const&) { // the others do its work
      }
      loop.work(0);
      group.wait();
    });
  }
  loop.rethrow();
}

void call_together(int threads, indexed_call f) { parallel_for(threads, threads, f); }

} // namespace detail

void task_group::run(task work) { tasks_.run(std::move(work)); }

void run_tasks(int threads, std::function<void(task_group&)> const& root) {
  const team helpers(threads);
  if (helpers.threads() == 1)
    return run_tasks_serially(root);
  helpers.arena().execute([&] { arena_tasks().run_all(root); });
}

} // namespace thrustline::threads
