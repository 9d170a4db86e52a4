// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace thrustline_program {

/// One line on standard error that tells what a long run is doing. It shows up after a second of work and goes when
/// the object does.
class progress {
public:
  /// shown: false makes the object do nothing, such as where standard error is not a terminal.
  explicit progress(bool shown);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// What goes on from now.
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
