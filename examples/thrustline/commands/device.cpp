// SPDX-License-Identifier: MIT
#include "commands/device.hpp"

#include <stdexcept>

#include "commands/command_line.hpp"
#include "commands/names.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<device> device_names[] = {
    {"auto", device::automatic}, {"cpu", device::cpu}, {"cuda", device::cuda}};

} // namespace

void add_place(option_set& options, place& where) {
  options.choice("--device", device_names, where.device, "where to compute (default: auto, a GPU if there is one)");
  options
      .whole("--threads", where.threads, {0, 1024},
             "CPU threads, 1 to 1024, or 0 for all that are available; selects the CPU")
      .type("N");
}

void check_together(place const& where) {
  if (where.device == device::cuda && where.threads > 0)
    throw usage_error("--threads: has no effect with --device cuda");
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
