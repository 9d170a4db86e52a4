// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/executor.hpp>

namespace thrustline_program {

/// What --device says.
enum class device { automatic, cpu, cuda };

/// Where to compute. threads: 0 = all cores; cpu_only: something was asked for that only the CPU can do, which decides
/// where --device does not. Throws std::runtime_error if a GPU was asked for and there is none.
thrustline::executor executor_on(device wanted, int threads, bool cpu_only);

} // namespace thrustline_program
