// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include <nanobind/nanobind.h>

#include <thrustline/executor.hpp>

namespace thrustline::python {

/// An executor that any Python thread may call. Calls wait for each other, without the interpreter's lock.
class shared_executor {
public:
  explicit shared_executor(executor on);

  executor const& get() const { return on_; }
  executor& get() { return on_; }

  /// Returns f(executor); other Python threads run meanwhile.
  template <class F>
  auto run(F f) {
    std::mutex& mutex = mutex_of_this_process();
    const nanobind::gil_scoped_release others_run;
    const std::lock_guard<std::mutex> alone(mutex);
    return f(std::as_const(on_));
  }

private:
  /// A thread that the child of a fork() lacks may have held the mutex, so the child takes a new one.
  std::mutex& mutex_of_this_process();

  executor on_;
  std::unique_ptr<std::mutex> mutex_;
  int forks_;
};

void bind_executor(nanobind::module_& module);

} // namespace thrustline::python
