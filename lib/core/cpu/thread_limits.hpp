// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

/// The number of threads that this process may keep busy.
namespace thrustline::threads {

/// Cores in the affinity mask of the process's main thread, at least 1. oneTBB counts by the same mask. A thread that
/// is pinned to fewer cores does not change the count.
int usable_cores();

/// Whether the calling thread is the only one of its process; false if the system does not say.
bool is_only_thread();

/// The CPU quota of the process's control groups in cores, rounded up; nothing if no quota is set. The result is the
/// least quota of the group and of all groups above it, in version 1 (cpu.cfs_quota_us) and version 2 (cpu.max). Tests
/// pass a folder as `root` that stands for "/".
std::optional<int> cpu_quota(std::string const& root = "");

} // namespace thrustline::threads
