// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/cpu/patient_wait.hpp"
#include "core/threads.hpp"

namespace thrustline::threads {

/// Tasks that several workers take. Each worker has a queue of its own: it takes the task that it added last, and where
/// it has none, the one that another worker added first. After a failure the tasks that have not begun are dropped.
class task_pool {
public:
  explicit task_pool(int workers) : queues_(static_cast<std::size_t>(workers)) {}

  void add(int worker, task_group::task work) {
    {
      queue& own = queues_[static_cast<std::size_t>(worker)];
      const std::lock_guard<std::mutex> lock(own.mutex);
      own.tasks.push_back(std::move(work));
      ++unfinished_;
      ++waiting_;
    }
    change_.notify();
  }

  /// Runs one task, if there is any.
  bool run_one(int worker) {
    if (std::optional<task_group::task> task = take(worker)) {
      call([&] { (*task)(worker); });
      task.reset(); // before the caller of run_all() may go on
      --unfinished_;
      change_.notify();
      return true;
    }
    return false;
  }

  /// Calls root(), then runs tasks until all have ended, including those that other workers run. Throws the first
  /// exception of a task or of root().
  template <class Root>
  void run_all(int worker, Root const& root) {
    call(root);
    while (unfinished_ > 0)
      if (!run_one(worker))
        change_.until([this] { return waiting_ > 0 || unfinished_ == 0; });
  }

  /// To be called once no worker can be in run_one().
  void rethrow() const {
    if (failure_)
      std::rethrow_exception(failure_);
  }

private:
  struct queue {
    std::mutex mutex;
    std::deque<task_group::task> tasks;
  };

  std::optional<task_group::task> take(int worker) {
    const std::size_t own = static_cast<std::size_t>(worker), count = queues_.size();
    for (std::size_t k = 0; k < count && waiting_ > 0; ++k) {
      queue& from = queues_[(own + k) % count];
      const std::lock_guard<std::mutex> lock(from.mutex);
      if (from.tasks.empty())
        continue;
      task_group::task& next = k == 0 ? from.tasks.back() : from.tasks.front();
      std::optional<task_group::task> taken(std::move(next));
      k == 0 ? from.tasks.pop_back() : from.tasks.pop_front();
      --waiting_;
      return taken;
    }
    return std::nullopt;
  }

  template <class Work>
  void call(Work const& work) noexcept {
    if (has_failed_)
      return;
    try {
      work();
    } catch (...) {
      if (!has_failed_.exchange(true))
        failure_ = std::current_exception();
    }
  }

  std::vector<queue> queues_;
  std::atomic<std::int64_t> waiting_{0}, unfinished_{0};
  patient_wait change_; ///< signals a change of these counts
  std::atomic<bool> has_failed_{false};
  std::exception_ptr failure_;
};

} // namespace thrustline::threads
