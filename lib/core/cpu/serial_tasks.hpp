// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "core/threads.hpp"

namespace thrustline::threads {

/// Where tasks go.
class task_group::implementation {
public:
  virtual void run(task work) = 0;

protected:
  ~implementation() = default;
};

/// Tasks on the calling thread, the last added first, each after the one that added it.
class serial_tasks final : public task_group::implementation {
public:
  void run(task_group::task work) override { waiting_.push_back(std::move(work)); }

  void finish() {
    while (!waiting_.empty()) {
      const task_group::task next = std::move(waiting_.back());
      waiting_.pop_back();
      next(0);
    }
  }

private:
  std::vector<task_group::task> waiting_;
};

inline void run_tasks_serially(std::function<void(task_group&)> const& root) {
  serial_tasks tasks;
  task_group group(tasks);
  root(group);
  tasks.finish();
}

} // namespace thrustline::threads
