// SPDX-License-Identifier: MIT
#include <thrustline/version.hpp>

#include <thrust/version.h>

#include "core/threads.hpp"

namespace thrustline {

std::string version() { return THRUSTLINE_VERSION; }

build_information build() {
  build_information info;
  info.compiler = THRUSTLINE_COMPILER;
  info.build_type = THRUSTLINE_BUILD_TYPE;
  info.cccl = std::to_string(THRUST_MAJOR_VERSION) + "." + std::to_string(THRUST_MINOR_VERSION) + "." +
              std::to_string(THRUST_SUBMINOR_VERSION);
  info.threads = threads::library();
  info.cuda_toolkit = THRUSTLINE_CUDA_TOOLKIT;
  info.cuda_architectures = THRUSTLINE_CUDA_ARCHITECTURES;
  return info;
}

} // namespace thrustline
