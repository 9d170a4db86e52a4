// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <iterator>

namespace thrustline::test {

/// Number of threads of this process, those that sleep too.
inline int threads_of_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

} // namespace thrustline::test
