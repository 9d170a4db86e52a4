// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline::test {

/// From now on the n-th allocation of the whole program fails (0: the next one), and those after it succeed. Counted
/// are operator new, and malloc from a page up: smaller blocks are the C++ and OpenMP runtimes' own.
void fail_allocation(std::int64_t n);

/// Ends the failures. Returns whether an allocation failed since fail_allocation().
bool allocations_succeed();

} // namespace thrustline::test
