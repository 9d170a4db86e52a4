// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/executor.hpp>

namespace CLI {
class App;
}

namespace thrustline_program {

/// What --device says.
enum class device { automatic, cpu, cuda };

/// Where to compute, as --device and --threads say.
struct place {
  thrustline_program::device device = device::automatic;
  int threads = 0; ///< 0: all cores; more ask for the CPU
};

/// Declares --device and --threads.
void add_place(CLI::App& command, place& where);

/// Throws usage_error for options that make no sense together.
void check_together(place const& where);

/// What computes there. cpu_only: something was asked for that only the CPU can do, which decides where --device does
/// not. Throws std::runtime_error if a GPU was asked for and there is none.
thrustline::executor executor_at(place const& where, bool cpu_only = false);

} // namespace thrustline_program
