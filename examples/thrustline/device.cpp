// SPDX-License-Identifier: MIT
#include "device.hpp"

#include <stdexcept>

namespace thrustline_program {

thrustline::executor executor_on(device wanted, int threads, bool cpu_only) {
  if (wanted == device::cuda) {
    if (!thrustline::executor::cuda_available())
      throw std::runtime_error("--device cuda: no CUDA device was found, or the program was built without CUDA");
    return thrustline::executor::cuda();
  }
  if (wanted == device::cpu || cpu_only)
    return thrustline::executor::cpu(threads);
  return thrustline::executor::best();
}

} // namespace thrustline_program
