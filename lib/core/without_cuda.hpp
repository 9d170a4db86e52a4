// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace thrustline::detail {

/// Throws for a call that needs CUDA, in a build without it.
[[noreturn]] inline void throw_without_cuda() { throw std::runtime_error("thrustline was built without CUDA"); }

} // namespace thrustline::detail
