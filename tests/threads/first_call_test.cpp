// SPDX-License-Identifier: MIT
// The first call of a process may come from a child after fork() or from a pinned thread. The cases run in the order of
// this file: all forks come before the first call of this process.
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thrustline/version.hpp>

#include "busy_calls.hpp"
#include "skip.hpp"
#include "threads_of_process.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

int cores_of(pid_t thread) {
  cpu_set_t set;
  return sched_getaffinity(thread, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

bool can_test() {
  if (build().threads.empty())
    skip("workers: this build has no task library");
  else if (cores_of(getpid()) < 2)
    skip("workers: this process has one core");
  else
    return true;
  return false;
}

void pin_to_one_core() {
  cpu_set_t all, one;
  REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  int core = 0;
  while (!CPU_ISSET(core, &all))
    ++core;
  CPU_ZERO(&one);
  CPU_SET(core, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
}

/// The exit status of a child that returns work(); -1 if it hung or crashed.
int status_of_child(std::function<int()> const& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    alarm(120); // ends a child that hangs
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Number of threads of this process after a call on two; 0 if its answers are wrong.
int threads_after(busy_calls const& calls) {
  return calls.difference_on(executor::cpu(2)).empty() ? threads_of_process() : 0;
}

} // namespace

TEST_CASE("a child forked before the first call starts workers") {
  if (!can_test())
    return;
  const busy_calls calls; // on one thread
  REQUIRE(threads_of_process() == 1);
  CHECK(status_of_child([&] { return threads_after(calls); }) == 2);
  CHECK(status_of_child([&] { return status_of_child([&] { return threads_after(calls); }); }) == 2);
}

TEST_CASE("a child whose parent had other threads works alone") {
  const busy_calls calls;
  std::mutex mutex;
  std::condition_variable changed;
  bool may_end = false;
  std::thread other([&] {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return may_end; });
  });
  CHECK(status_of_child([&] { return threads_after(calls); }) == 1);
  {
    const std::lock_guard<std::mutex> lock(mutex);
    may_end = true;
  }
  changed.notify_one();
  other.join();
}

TEST_CASE("first calls from pinned threads leave later calls all cores") {
  if (!can_test())
    return;
  const busy_calls calls;
  const int cores = executor::cpu().threads();
  int cores_of_pinned = 0;
  std::string found = "the thread did not run";
  std::thread([&] {
    pin_to_one_core();
    cores_of_pinned = executor::cpu().threads();
    found = calls.difference_on(executor::cpu(2));
  }).join();
  CHECK(cores_of_pinned == cores);
  CHECK(found == "");

  CHECK(calls.difference_on(executor::cpu(2)) == "");
  CHECK(threads_of_process() == 2);
  for (auto const& task : std::filesystem::directory_iterator("/proc/self/task"))
    CHECK(cores_of(std::stoi(task.path().filename())) == cores_of(getpid()));
}
