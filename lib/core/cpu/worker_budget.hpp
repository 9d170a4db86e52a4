// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>

namespace thrustline::threads {

/// The worker threads that the task library may start without a refusal by the system. Where pthread_create() fails in
/// the midst of its work, oneTBB throws or ends the program. So the budget first starts threads itself, and ends them
/// at once: as many as the living arenas want together, and at most as many as oneTBB would start.
class worker_budget {
public:
  /// Takes `wanted` workers for a new arena. Returns their number: fewer, perhaps 0, if the system refuses threads.
  /// most: the largest number of workers at work in all arenas.
  int take(int wanted, int most);

  /// Returns the workers of an arena that has ended.
  void give_back(int workers);

private:
  void test(int workers, int most);

  std::mutex mutex_;
  int taken_ = 0;           ///< by living arenas
  int startable_ = 0;       ///< workers that the system is known to allow
  bool is_limited_ = false; ///< the system refused more than startable_
};

} // namespace thrustline::threads
