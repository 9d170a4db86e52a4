// SPDX-License-Identifier: MIT
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/cpu/indexed_loop.hpp"
#include "core/cpu/serial_tasks.hpp"
#include "core/threads.hpp"

namespace thrustline::threads {

std::string library() { return {}; }

namespace detail {

void parallel_for(int, std::int64_t count, indexed_call f) {
  indexed_loop loop(count, f);
  loop.work(0);
  loop.rethrow();
}

void call_together(int threads, indexed_call f) {
  indexed_loop loop(threads, f);
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  try {
    for (int worker = 1; worker < threads; ++worker)
      others.emplace_back([&loop, worker] { loop.work(worker); });
  } catch (std::system_error const&) { // those that run do all the work
  } catch (std::bad_alloc const&) {
  }
  loop.work(0);
  for (std::thread& each : others)
    each.join();
  loop.rethrow();
}

} // namespace detail

void task_group::run(task work) { tasks_.run(std::move(work)); }

void run_tasks(int, std::function<void(task_group&)> const& root) { run_tasks_serially(root); }

} // namespace thrustline::threads
