// SPDX-License-Identifier: MIT
#include "core/cpu/worker_budget.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace thrustline::threads {
namespace {

/// Starts up to `wanted` threads that live at the same time, and ends them; returns their number.
int start_and_end(int wanted) {
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

} // namespace

int worker_budget::take(int wanted, int most, clock::time_point now) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int together = std::min(taken_ + wanted, most);
  test(together, most, now);
  const int granted = startable_ < together ? std::clamp(startable_ - taken_, 0, wanted) : wanted;
  taken_ += granted;
  return granted;
}

void worker_budget::give_back(int workers) {
  const std::lock_guard<std::mutex> lock(mutex_);
  taken_ -= workers;
}

/// Finds out whether `workers` can be started. Each test asks for twice as many as the one before, so there are few
/// tests.
void worker_budget::test(int workers, int most, clock::time_point now) {
  if (workers <= startable_ || now < refused_until_)
    return;
  // Twice as many threads: the system may count a thread for a moment after it has ended.
  const int found = start_and_end(2 * std::min(most, std::max(workers, 2 * startable_))) / 2;
  startable_ = std::max(startable_, found);
  if (startable_ < workers)
    refused_until_ = now + std::chrono::seconds(1);
}

} // namespace thrustline::threads
