// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

/// How many threads this process may keep busy.
namespace thrustline::threads {

/// The cores that the scheduler may give to the calling thread: its affinity mask; 1 at least.
int usable_cores();

/// The CPU quota of the process's control groups in cores, rounded up; nothing where none is set. The least of a group
/// and all above it counts, of version 1 (cpu.cfs_quota_us) and version 2 (cpu.max). root: the folder that stands for
/// "/", for tests.
std::optional<int> cpu_quota(std::string const& root = "");

} // namespace thrustline::threads
