// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <pthread.h>

#include <tbb/task_arena.h>
#include <tbb/task_group.h>
#include <tbb/version.h>

#include "core/cpu/indexed_loop.hpp"
#include "core/cpu/lingering_workers.hpp"
#include "core/cpu/patient_wait.hpp"
#include "core/cpu/serial_tasks.hpp"
#include "core/cpu/task_pool.hpp"
#include "core/cpu/thread_limits.hpp"
#include "core/cpu/worker_budget.hpp"
#include "core/threads.hpp"

namespace thrustline::threads {
namespace {

/// Set in a child after fork() whose parent had other threads: oneTBB would wait there for workers that the child does
/// not have, or for a mutex that one of them held.
std::atomic<bool> is_cut_off{false};
std::atomic<bool> forks_alone{false};

[[maybe_unused]] const int watches_fork = pthread_atfork([] { forks_alone = is_only_thread(); }, nullptr,
                                                         [] {
                                                           if (!forks_alone)
                                                             is_cut_off = true;
                                                         });

/// Set when oneTBB failed to start a thread after all; it cannot be relied on then.
std::atomic<bool> is_broken{false};

bool can_have_help() { return !is_cut_off && !is_broken; }

/// The workers of all arenas of the process.
worker_budget& workers_of_process() {
  static worker_budget budget;
  return budget;
}

/// An arena, and how its workers wait for requests.
struct arena_with_workers {
  explicit arena_with_workers(int threads) : arena(threads) {}
  arena_with_workers(arena_with_workers const&) = delete;
  arena_with_workers& operator=(arena_with_workers const&) = delete;
  ~arena_with_workers() {
    arena.execute([this] { workers.stop(); });
  }

  tbb::task_arena arena;
  lingering_workers workers;
};

/// The arena of a host thread, whose calls come one after the other. It lives as long as the thread asks for the same
/// number of threads, so that a call neither makes an arena nor starts threads.
class own_arena {
public:
  own_arena() = default;
  own_arena(own_arena const&) = delete;
  own_arena& operator=(own_arena const&) = delete;
  ~own_arena() {
    if (can_have_help())
      reset();
    else // oneTBB cannot take it back
      static_cast<void>(arena_.release());
  }

  /// The arena for executors of `threads` threads, at least 2; null if no worker can be started. An arena that got
  /// fewer workers than it wanted is made anew after a second.
  arena_with_workers* get(int threads) {
    if (arena_ && threads_ == threads && (has_all_ || clock::now() < keep_until_))
      return arena_.get();
    reset();
    const int cores = usable_cores();
    const int wanted = std::min(threads, cores) - 1;
    workers_ = workers_of_process().take(wanted, cores - 1);
    if (workers_ == 0)
      return nullptr;
    arena_ = std::make_unique<arena_with_workers>(1 + workers_);
    threads_ = threads;
    has_all_ = workers_ == wanted;
    keep_until_ = clock::now() + std::chrono::seconds(1);
    return arena_.get();
  }

private:
  using clock = worker_budget::clock;

  void reset() {
    arena_.reset();
    workers_of_process().give_back(std::exchange(workers_, 0));
  }

  int threads_ = 0, workers_ = 0;
  bool has_all_ = false;           ///< the workers that it wanted
  clock::time_point keep_until_{}; ///< if it has fewer
  std::unique_ptr<arena_with_workers> arena_;
};

/// The arena where the calling thread may have help; null if it works alone.
arena_with_workers* help_for(int threads) {
  if (threads < 2 || !can_have_help())
    return nullptr;
  thread_local own_arena arena;
  return arena.get(threads);
}

/// Asks for a worker that calls help(). The calling thread can do without: where there is no memory for the request, or
/// oneTBB cannot start a thread, all goes on.
template <class Help>
void ask_for_help(lingering_workers& workers, tbb::task_group& group, Help const& help) {
  workers.begin_request();
  try {
    group.run([&workers, help] {
      workers.end_request();
      help();
      workers.linger();
    });
  } catch (std::bad_alloc const&) {
    workers.end_request();
  } catch (...) {
    workers.end_request();
    is_broken = true;
  }
}

/// Tasks that run in the arena of the calling thread. oneTBB brings its workers; the pool has the tasks, so that the
/// calling thread waits for them in its own way.
class arena_tasks final : public task_group::implementation {
public:
  explicit arena_tasks(lingering_workers& workers) : workers_(workers) {}

  void run(task_group::task work) override {
    pool_.add(tbb::this_task_arena::current_thread_index(), std::move(work));
    ask_for_help(workers_, group_, [this] { pool_.run_one(tbb::this_task_arena::current_thread_index()); });
  }

  void run_all(std::function<void(task_group&)> const& root) {
    task_group group(*this); // the tasks refer to it
    pool_.run_all(tbb::this_task_arena::current_thread_index(), [&] { root(group); });
    group_.wait(); // for requests that no worker has answered: they find no task
    pool_.rethrow();
  }

private:
  lingering_workers& workers_;
  task_pool pool_{tbb::this_task_arena::max_concurrency()};
  tbb::task_group group_;
};

/// Runs a loop in the arena of the calling thread.
void run_loop(lingering_workers& workers, std::int64_t count, detail::indexed_loop& loop) {
  const auto threads = static_cast<int>(std::min<std::int64_t>(tbb::this_task_arena::max_concurrency(), count));
  std::atomic<int> at_work{0};
  patient_wait change;
  tbb::task_group group;
  for (int worker = 1; worker < threads; ++worker)
    ask_for_help(workers, group, [&, worker] {
      ++at_work;
      loop.work(worker);
      --at_work;
      change.notify();
    });
  loop.work(0);
  change.until([&] { return at_work == 0; });
  group.wait(); // for requests that no worker has answered: the loop is done
}

} // namespace

std::string library() {
  return "oneTBB " + std::to_string(TBB_VERSION_MAJOR) + "." + std::to_string(TBB_VERSION_MINOR);
}

namespace detail {

void parallel_for(int threads, std::int64_t count, indexed_call f) {
  indexed_loop loop(count, f);
  if (arena_with_workers* const help = count > 1 ? help_for(threads) : nullptr)
    help->arena.execute([&] { run_loop(help->workers, count, loop); });
  else
    loop.work(0);
  loop.rethrow();
}

void call_together(int threads, indexed_call f) { parallel_for(threads, threads, f); }

} // namespace detail

void task_group::run(task work) { tasks_.run(std::move(work)); }

void run_tasks(int threads, std::function<void(task_group&)> const& root) {
  if (arena_with_workers* const help = help_for(threads))
    help->arena.execute([&] { arena_tasks(help->workers).run_all(root); });
  else
    run_tasks_serially(root);
}

} // namespace thrustline::threads
