// SPDX-License-Identifier: MIT
#include "terminal/progress.hpp"

#include <cstdio>

namespace thrustline_program {

progress::progress(bool shown) : begin_(std::chrono::steady_clock::now()) {
  if (shown)
    thread_ = std::thread([this] { show_until_done(); });
}

progress::~progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void progress::stage(std::string const& name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  stage_ = name;
}

void progress::show_until_done() {
  using namespace std::chrono_literals;
  constexpr const char* clear_line = "\r\033[K";
  std::unique_lock<std::mutex> lock(mutex_);
  bool visible = false;
  for (auto next = begin_ + 1s; !changed_.wait_until(lock, next, [this] { return done_; }); next += 200ms) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    std::fprintf(stderr, "%s%s, %.1f s", clear_line, stage_.c_str(), passed.count());
    visible = true;
  }
  if (visible)
    std::fputs(clear_line, stderr);
}

} // namespace thrustline_program
