// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline {

/// The library's version, "major.minor.patch".
std::string version();

/// What was compiled in.
struct build_information {
  std::string compiler;           ///< of the host code
  std::string build_type;         ///< "Release", ...
  std::string cccl;               ///< version of Thrust and CUB
  std::string cuda_toolkit;       ///< empty: built without CUDA
  std::string cuda_architectures; ///< empty: built without CUDA
};
build_information build();

} // namespace thrustline
