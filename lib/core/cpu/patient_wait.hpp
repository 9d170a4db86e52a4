// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace thrustline::threads {

/// A wait of one thread for others. It reads a condition for a moment, as the others are often nearly done, and then
/// sleeps. It never yields its core: on a busy machine the system would give the core to another program for
/// milliseconds, however soon the condition holds. A thread that is woken from sleep gets a core at once.
class patient_wait {
public:
  /// Returns once condition() holds, which reads atomic variables in sequentially consistent order.
  template <class Condition>
  void until(Condition const& condition) {
    using clock = std::chrono::steady_clock;
    constexpr clock::duration moment = std::chrono::microseconds(100); // about the time to put to sleep and to wake
    if (condition())
      return;
    for (const clock::time_point begin = clock::now(); clock::now() - begin < moment;)
      if (condition())
        return;
    std::unique_lock<std::mutex> lock(mutex_);
    is_asleep_ = true;
    changed_.wait(lock, condition);
    is_asleep_ = false;
  }

  /// To be called after each change that may fulfil the condition.
  void notify() {
    if (!is_asleep_)
      return;
    const std::lock_guard<std::mutex> lock(mutex_);
    changed_.notify_one();
  }

private:
  std::atomic<bool> is_asleep_{false};
  std::mutex mutex_;
  std::condition_variable changed_;
};

} // namespace thrustline::threads
