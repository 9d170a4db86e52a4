// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>

/// Checks of a call's arguments. They throw invalid_argument.
namespace thrustline::detail {

inline void check(bool holds, std::string const& argument, std::string const& problem) {
  if (!holds)
    throw invalid_argument(argument, problem);
}

inline void check_size(std::int64_t value, std::string const& argument) {
  check(value >= 0, argument, "must be >= 0, is " + std::to_string(value));
}

/// name: the argument that has the member `where`.
inline void check_where(executor const& on, memory where, std::string const& name) {
  check(on.is_cuda() || where == memory::host, name + ".where",
        "device memory was given to a CPU executor, " + on.name());
}

} // namespace thrustline::detail
