// SPDX-License-Identifier: MIT
// The threads that a process starts on a machine of many cores. This program replaces functions of the system: one
// says that there are 64 cores, others count the starts of threads, or refuse them, and how often a thread yields its
// core. It replaces a function of oneTBB, too, to count the arenas.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "core/cpu/worker_budget.hpp"
#include "core/threads.hpp"
#include "skip.hpp"

namespace threads = thrustline::threads;

namespace {

constexpr int cores = 64;
std::atomic<int> starts{0}, arenas{0};
std::atomic<bool> refuses{false};
thread_local int yields = 0;

/// Starts of threads by work() on a new host thread, without that one.
int starts_by(std::function<void()> const& work) {
  int before = 0;
  std::thread([&] {
    before = starts;
    work();
  }).join();
  return starts - before;
}

void call(int threads_of_executor, int count) {
  threads::parallel_for(threads_of_executor, count, [](std::int64_t) {});
}

} // namespace

extern "C" int sched_getaffinity(pid_t, size_t bytes, cpu_set_t* set) noexcept {
  std::memset(set, 0, bytes);
  for (int core = 0; core < cores; ++core)
    CPU_SET_S(core, bytes, set);
  return 0;
}

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                              void* data) {
  using function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_create"));
  ++starts;
  if (refuses)
    return EAGAIN;
  return real(thread, attributes, routine, data);
}

extern "C" int sched_yield() noexcept {
  ++yields;
  return 0;
}

// The library makes an arena by this function.
void tbb::detail::r1::initialize(d1::task_arena_base& arena) {
  using function = void (*)(d1::task_arena_base&);
  static const auto real =
      reinterpret_cast<function>(dlsym(RTLD_NEXT, "_ZN3tbb6detail2r110initializeERNS0_2d115task_arena_baseE"));
  ++arenas;
  real(arena);
}

// The cases run in this order: a call that wants more workers than any call before tests once whether they can start.

TEST_CASE("an executor of two threads starts few threads on many cores") {
  // One worker, and twice as many to find out whether it can be started.
  CHECK(starts_by([] { call(2, 100); }) <= 3);
}

TEST_CASE("the workers of many callers are tested a few times") {
  constexpr int callers = 16;
  std::promise<void> all_called;
  const std::shared_future<void> may_end = all_called.get_future().share();
  std::vector<std::thread> hosts;
  starts = 0;
  for (int k = 0; k < callers; ++k) {
    std::promise<void> called;
    std::future<void> done = called.get_future();
    hosts.emplace_back([called = std::move(called), may_end]() mutable {
      call(2, 100);
      called.set_value();
      may_end.wait();
    });
    done.wait();
  }
  // The callers, their workers, and tests of 2, 4, 8 and 16 workers at most.
  CHECK(starts.load() <= callers + callers + 2 * (1 + 2 + 4 + 8 + 16));
  all_called.set_value();
  for (std::thread& each : hosts)
    each.join();
}

TEST_CASE("an executor keeps its workers from call to call") {
  const tbb::global_control as_many(tbb::global_control::max_allowed_parallelism, cores); // oneTBB counts real cores
  CHECK(starts_by([] {
          call(4, 100);
          starts = 0;
          for (int count : {2, 3, 4, 100, 2, 3, 4, 100})
            call(4, count);
        }) <= 3);
}

TEST_CASE("calls of a host thread make an arena for each executor") {
  std::thread([] {
    arenas = 0;
    for (int count : {2, 3, 100, 2, 3, 100})
      call(4, count);
    CHECK(arenas == 1);
    call(3, 100);
    CHECK(arenas == 2);
  }).join();
}

// Beside busy programs, a thread that yields its core waits milliseconds for its next turn.
TEST_CASE("a thread that waits for its workers does not yield its core") {
  using namespace std::chrono_literals;
  int least = 1000;
  bool had_help = false;
  for (int k = 0; k < 20 && (least > 0 || !had_help); ++k) {
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> helps{false};
    const auto work = [&] {
      const bool is_worker = std::this_thread::get_id() != caller;
      helps = helps || is_worker;
      std::this_thread::sleep_for(is_worker ? 20ms : 5ms);
    };
    yields = 0;
    threads::parallel_for(2, 2, [&](std::int64_t) { work(); });
    threads::run_tasks(2, [&](threads::task_group& tasks) {
      for (int task = 0; task < 2; ++task)
        tasks.run([&](int) { work(); });
    });
    if (helps)
      least = std::min(least, yields);
    had_help = had_help || helps;
  }
  if (had_help)
    CHECK(least == 0);
  else
    thrustline::test::skip("waits for workers: this process has none");
}

TEST_CASE("refused workers are asked for again after a second") {
  using namespace std::chrono_literals;
  const auto begin = threads::worker_budget::clock::now();
  threads::worker_budget budget;
  refuses = true;
  CHECK(budget.take(3, cores - 1, begin) == 0);
  refuses = false;
  starts = 0;
  CHECK(budget.take(3, cores - 1, begin + 999ms) == 0);
  CHECK(starts == 0);
  CHECK(budget.take(3, cores - 1, begin + 1s) == 3);
}

TEST_CASE("an executor of many threads starts at most one a core") {
  CHECK(starts_by([] { call(1000, 1000); }) <= 3 * (cores - 1));
}
