// SPDX-License-Identifier: MIT
#include "commands/device.hpp"

#include <stdexcept>

#include "commands/choice.hpp"
#include "commands/names.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {

void add_place(CLI::App& command, place& where) {
  add_choice(command, "--device", device_names, where.device,
             "where to compute (default: auto, a GPU if there is one)");
  command.add_option("--threads", where.threads, "CPU threads, 0 for all cores; asks for the CPU")
      ->check(decimal())
      ->check(CLI::Range(0, 1024).description(""))
      ->type_name("N");
}

void check_together(place const& where) {
  if (where.device == device::cuda && where.threads > 0)
    throw usage_error("--threads: of no use with --device cuda");
}

thrustline::executor executor_at(place const& where, bool cpu_only) {
  if (where.device == device::cuda) {
    if (!thrustline::executor::cuda_available())
      throw std::runtime_error("--device cuda: no CUDA device was found, or the program was built without CUDA");
    return thrustline::executor::cuda();
  }
  if (where.device == device::cpu || where.threads > 0 || cpu_only)
    return thrustline::executor::cpu(where.threads);
  return thrustline::executor::best();
}

} // namespace thrustline_program
