// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include <nanobind/nanobind.h>

#include <thrustline/executor.hpp>

#include "stream_order.hpp"

namespace thrustline::python {

/// A mutex that the child of a fork() takes anew: there, a thread that does not exist any more may have locked it.
class mutex_of_process {
public:
  mutex_of_process();
  ~mutex_of_process();
  mutex_of_process(mutex_of_process const&) = delete;

  /// Whether this process is a child, forked since the mutex was made or taken.
  bool is_inherited() const;

  /// The mutex of this process. Several threads may call it at once, with or without the interpreter's lock.
  std::mutex& take();

private:
  struct made_after;
  std::atomic<made_after*> made_;
};

/// An executor that any Python thread may call. Calls wait for each other, without the interpreter's lock.
class shared_executor {
public:
  explicit shared_executor(executor on);

  /// The same executor, whose calls are ordered with the work of another stream of its device: see stream_order.
  shared_executor beside(cudaStream_t stream) const;

  /// What does not change, without a wait for calls.
  executor const& get() const { return shared_->on; }

  /// Returns f(executor); other Python threads run meanwhile.
  template <class F>
  auto run(F f) {
    return change([&](executor const& on) {
      const stream_order order(on, other_stream_);
      return f(on);
    });
  }

  /// The same for an f that changes the executor.
  template <class F>
  auto change(F f) {
    std::mutex& mutex = usable_mutex();
    const nanobind::gil_scoped_release others_run;
    const std::lock_guard<std::mutex> alone(mutex);
    return f(shared_->on);
  }

private:
  /// Throws if the executor cannot be used in this process.
  std::mutex& usable_mutex();

  struct shared {
    executor on;
    mutex_of_process mutex;

    explicit shared(executor given) : on(std::move(given)) {}
  };

  std::shared_ptr<shared> shared_;
  std::optional<cudaStream_t> other_stream_;
};

void bind_executor(nanobind::module_& module);

} // namespace thrustline::python
