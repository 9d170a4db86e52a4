// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <thrustline/executor.hpp>

#include "skip.hpp"

namespace thrustline::test {

/// Whether there is no CUDA device; then skips `what`.
inline bool no_device(std::string const& what) {
  if (executor::cuda_available())
    return false;
  skip(what + ": no CUDA device");
  return true;
}

} // namespace thrustline::test
