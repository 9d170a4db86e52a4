// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/executor.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline_program {

class option_set;

/// The values of --device.
enum class device { automatic, cpu, cuda };

/// Where to compute, as --device and --threads say.
struct place {
  thrustline_program::device device = device::automatic;
  int threads = 0; ///< 0: all cores; more ask for the CPU
};

/// Declares --device and --threads.
void add_place(option_set& options, place& where);

/// Throws usage_error for options that make no sense together.
void check_together(place const& where);

/// The executor of that place. cpu_only: the command needs the CPU, which decides unless --device does. Throws
/// std::runtime_error if a GPU was asked for and none is found.
thrustline::executor executor_at(place const& where, bool cpu_only = false);

/// The executor for a command whose arguments have a place and an engine: `recursive` needs the CPU.
template <class Arguments>
thrustline::executor executor_for(Arguments const& arguments) {
  return executor_at(arguments.where, arguments.engine == thrustline::engine::recursive);
}

} // namespace thrustline_program
