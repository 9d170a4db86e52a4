// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline {

/// Version of the library, "major.minor.patch".
std::string version();

/// Tools and settings that the library was compiled with.
struct build_information {
  std::string compiler;           ///< compiler of the host code
  std::string build_type;         ///< "Release", ...
  std::string cccl;               ///< version of Thrust and CUB
  std::string threads;            ///< task library of the CPU threads; empty: the CPU engines run on one
  std::string cuda_toolkit;       ///< version; empty: built without CUDA
  std::string cuda_architectures; ///< empty: built without CUDA
};

/// Build information of the linked library.
build_information build();

} // namespace thrustline
