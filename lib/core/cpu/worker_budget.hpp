// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <mutex>

namespace thrustline::threads {

/// The worker threads that the task library may start without a refusal by the system. Where pthread_create() fails in
/// the midst of its work, oneTBB throws or ends the program. So the budget first starts threads itself, and ends them
/// at once: as many as the living arenas want together, and at most as many as oneTBB would start.
///
/// A refusal holds for a second. Then the next arena that wants more workers makes the budget ask again.
class worker_budget {
public:
  using clock = std::chrono::steady_clock;

  /// Takes `wanted` workers for a new arena. Returns their number: fewer, perhaps 0, if the system refuses threads.
  /// most: the largest number of workers at work in all arenas.
  int take(int wanted, int most, clock::time_point now = clock::now());

  /// Returns the workers of an arena that has ended.
  void give_back(int workers);

private:
  void test(int workers, int most, clock::time_point now);

  std::mutex mutex_;
  int taken_ = 0;                     ///< by living arenas
  int startable_ = 0;                 ///< workers that the system is known to allow
  clock::time_point refused_until_{}; ///< more than startable_
};

} // namespace thrustline::threads
