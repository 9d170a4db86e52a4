// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "busy_calls.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

int threads_of_process() {
  int count = 0;
  for (auto const& each : std::filesystem::directory_iterator("/proc/self/task")) {
    static_cast<void>(each);
    ++count;
  }
  return count;
}

} // namespace

TEST_CASE("calls from many threads give one answer and share the cores") {
  busy_calls const calls;
  constexpr int callers = 8, threads_each = 4;
  std::atomic<int> at_work{callers};
  std::vector<std::string> found(callers);
  std::vector<std::thread> all;
  for (int k = 0; k < callers; ++k)
    all.emplace_back([&, k] {
      executor const on = executor::cpu(threads_each);
      for (int repeat = 0; repeat < 5 && found[k].empty(); ++repeat)
        found[k] = calls.difference_on(on);
      --at_work;
    });
  int most = 0;
  while (at_work > 0) {
    most = std::max(most, threads_of_process());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::thread& each : all)
    each.join();
  for (std::string const& each : found)
    CHECK(each == "");
  // This thread and the callers, and for all of them together no more helpers than a program has cores; twice as many
  // are started once, for a moment.
  int const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  CHECK(most <= 1 + callers + 2 * cores);
  CHECK(most < 1 + callers * threads_each);
}

TEST_CASE("a thread that ends after a call leaves nothing behind that later calls need") {
  busy_calls const calls;
  for (int k = 0; k < 20; ++k) {
    std::string found = "the thread did not run";
    std::thread([&] { found = calls.difference_on(executor::cpu(2)); }).join();
    CHECK(found == "");
  }
}
