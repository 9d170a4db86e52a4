// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "busy_calls.hpp"
#include "threads_of_process.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("calls from many threads give one answer and share the cores") {
  const busy_calls calls;
  constexpr int callers = 8, threads_each = 4;
  std::atomic<int> to_begin{callers}, at_work{callers};
  std::vector<std::string> found(callers);
  std::vector<std::thread> all;
  for (int k = 0; k < callers; ++k)
    all.emplace_back([&, k] {
      const executor on = executor::cpu(threads_each);
      found[k] = calls.difference_on(on);
      --to_begin;
      for (int repeat = 0; repeat < 4 && found[k].empty(); ++repeat)
        found[k] = calls.difference_on(on);
      --at_work;
      while (at_work > 0) // its arena lives as long as it does
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    });
  int most = 0;
  while (at_work > 0) {
    if (to_begin == 0) // a first call may test how many threads can be started
      most = std::max(most, threads_of_process());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::thread& each : all)
    each.join();
  for (std::string const& each : found)
    CHECK(each == "");
  // This thread, the callers, and as many workers as they want together, but no more than there are other cores.
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  CHECK(most > callers); // it was sampled
  CHECK(most <= 1 + callers + std::min(cores - 1, callers * (threads_each - 1)));
}

TEST_CASE("later calls do not need a thread that has ended") {
  const busy_calls calls;
  for (int k = 0; k < 20; ++k) {
    std::string found = "the thread did not run";
    std::thread([&] { found = calls.difference_on(executor::cpu(2)); }).join();
    CHECK(found == "");
  }
}

TEST_CASE("workers sleep soon after a call") {
  const busy_calls calls;
  CHECK(calls.difference_on(executor::cpu(4)) == "");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::clock_t before = std::clock(); // the processor time of all threads
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC < 0.02);
}
