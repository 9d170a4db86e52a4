// SPDX-License-Identifier: MIT
#include "core/threads.hpp"

namespace thrustline::threads {

std::int64_t& fewest_to_share() {
  static std::int64_t fewest = 1 << 14;
  return fewest;
}

int call_threads(int threads, std::int64_t points) { return points < fewest_to_share() ? 1 : threads; }

} // namespace thrustline::threads
