// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace thrustline_program {

/// A line on standard error that shows the stage of a long run. It appears after a second and disappears with the
/// object.
class progress {
public:
  /// shown: false makes the object do nothing, for example if standard error is not a terminal.
  explicit progress(bool shown);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// Sets the stage that is shown from now on.
  void stage(std::string const& name);

private:
  void show_until_done();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string stage_;
  bool done_ = false;
  std::chrono::steady_clock::time_point begin_;
  std::thread thread_;
};

} // namespace thrustline_program
