// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace thrustline_program {

/// Measures the seconds since its construction.
class stopwatch {
public:
  double seconds() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

private:
  using clock = std::chrono::steady_clock;
  clock::time_point begin_ = clock::now();
};

} // namespace thrustline_program
