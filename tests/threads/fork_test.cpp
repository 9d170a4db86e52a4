// SPDX-License-Identifier: MIT
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "busy_calls.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

enum class end { by_exit, at_once };

/// Forks; in the child calls on two threads. "" if the child ended in time and its answers were right.
std::string answers_in_child(busy_calls const& calls, end how) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(120); // ends a child that hangs
    const bool right = calls.difference_on(executor::cpu(2)).empty();
    if (how == end::by_exit)
      std::exit(right ? 0 : 3); // with the destructors of all static objects
    _exit(right ? 0 : 3);
  }
  if (child < 0)
    return "fork() failed";
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "the child hung" : "the child crashed";
  return WEXITSTATUS(status) == 0 ? "" : "the child's answers differ";
}

#if defined(__SANITIZE_ADDRESS__)
constexpr end normal_end = end::at_once; // the leak checker would stop threads that the child does not have
#else
constexpr end normal_end = end::by_exit;
#endif

} // namespace

TEST_CASE("a child of a process that made no call has the same answers") {
  const busy_calls calls; // on one thread
  CHECK(answers_in_child(calls, normal_end) == "");
}

TEST_CASE("a child of a process that made calls has the same answers") {
  const busy_calls calls;
  const executor on = executor::cpu(2);
  for (int k = 0; k < 5; ++k) {
    REQUIRE(calls.difference_on(on) == "");
    CHECK(answers_in_child(calls, normal_end) == "");
  }
  CHECK(calls.difference_on(on) == "");
}

#if !defined(__SANITIZE_ADDRESS__) // whose allocator stays locked in a child if another thread was in it
TEST_CASE("a child forked during a call has the same answers") {
  const busy_calls calls;
  std::atomic<bool> stop{false};
  std::string wrong;
  std::thread caller([&] {
    const executor on = executor::cpu(2);
    while (!stop && wrong.empty())
      wrong = calls.difference_on(on);
  });
  for (int k = 0; k < 12; ++k) {
    const std::string child = answers_in_child(calls, end::at_once);
    CHECK(child == "");
    if (!child.empty())
      break;
  }
  stop = true;
  caller.join();
  CHECK(wrong == "");
}
#endif

TEST_CASE("a grandchild has the same answers") {
  const busy_calls calls;
  REQUIRE(calls.difference_on(executor::cpu(2)) == "");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0)
    _exit(answers_in_child(calls, end::at_once).empty() ? 0 : 3);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}
