// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>
#include <stdexcept>
#include <vector>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace thrustline::bench {

/// Processes that each keep a core busy, as long as this exists and for `seconds` at most. Make it before the program
/// has other threads.
class busy_cores {
public:
  busy_cores(int count, unsigned seconds) {
    for (int k = 0; k < count; ++k) {
      const pid_t child = fork();
      if (child < 0)
        throw std::runtime_error("fork() failed");
      if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(seconds);
        for (volatile unsigned long long n = 0;; n = n + 1) {
        }
      }
      children_.push_back(child);
    }
    set(SIGSTOP);
  }
  busy_cores(busy_cores const&) = delete;
  busy_cores& operator=(busy_cores const&) = delete;
  ~busy_cores() {
    set(SIGKILL);
    for (const pid_t child : children_)
      waitpid(child, nullptr, 0);
  }

  void start() const { set(SIGCONT); }

  /// Throws std::runtime_error if a process has ended: its core was idle for some of the time.
  void stop() const {
    set(SIGSTOP);
    for (const pid_t child : children_) {
      siginfo_t ended{};
      if (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != 0)
        throw std::runtime_error("a busy process ended before the measurement: give more --seconds");
    }
  }

private:
  void set(int signal) const {
    for (const pid_t child : children_)
      kill(child, signal);
  }

  std::vector<pid_t> children_;
};

} // namespace thrustline::bench
