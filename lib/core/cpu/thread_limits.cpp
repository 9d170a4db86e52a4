// SPDX-License-Identifier: MIT
#include "core/cpu/thread_limits.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "core/threads.hpp"

namespace thrustline::threads {
namespace {

enum class cgroup_version { v1, v2 };

/// A hierarchy of control groups, as listed in /proc/self/mountinfo.
struct hierarchy {
  cgroup_version version;
  std::string folder; ///< mount point
  std::string shown;  ///< group that appears at the mount point
};

bool names(std::string const& list, std::string const& word) {
  std::istringstream words(list);
  for (std::string each; std::getline(words, each, ',');)
    if (each == word)
      return true;
  return false;
}

/// The mounted hierarchies that may limit CPU time. A line is: id parent device shown folder options [tags] - type
/// source super_options.
std::vector<hierarchy> mounted_hierarchies(std::string const& root) {
  std::vector<hierarchy> found;
  std::ifstream mounts(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(mounts, line);) {
    const auto dash = line.find(" - ");
    if (dash == std::string::npos)
      continue;
    std::istringstream before(line.substr(0, dash)), after(line.substr(dash + 3));
    std::string id, parent, device, shown, folder, type, source, options;
    before >> id >> parent >> device >> shown >> folder;
    after >> type >> source >> options;
    if (type == "cgroup2" || (type == "cgroup" && names(options, "cpu")))
      found.push_back({type == "cgroup2" ? cgroup_version::v2 : cgroup_version::v1, folder, shown});
  }
  return found;
}

/// The group of this process. A line is hierarchy:controllers:group; in version 2 it is 0::group.
std::string own_group(std::string const& root, cgroup_version version) {
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (version == cgroup_version::v2 ? controllers.empty() : names(controllers, "cpu"))
      return line.substr(second + 1);
  }
  return "/";
}

/// The quota of one group in cores; infinite if it has none.
double quota_of(std::string const& folder, cgroup_version version) {
  double quota = 0, period = 0;
  if (version == cgroup_version::v2) {
    std::ifstream(folder + "/cpu.max") >> quota >> period; // "max 100000" leaves 0
  } else {
    std::ifstream(folder + "/cpu.cfs_quota_us") >> quota; // -1: none
    std::ifstream(folder + "/cpu.cfs_period_us") >> period;
  }
  return quota > 0 && period > 0 ? quota / period : HUGE_VAL;
}

/// Whether `group` is the group `above` or lies below it.
bool is_within(std::string const& group, std::string const& above) {
  return group.compare(0, above.size(), above) == 0 && (group.size() == above.size() || group[above.size()] == '/');
}

/// The least quota of the process's group and of the groups above it, as far as the mount shows them.
double least_quota(std::string const& root, hierarchy const& in) {
  std::string group = own_group(root, in.version);
  // A container sees its own group as the top, but may see the group's name outside.
  if (in.shown != "/" && is_within(group, in.shown))
    group.erase(0, in.shown.size());
  double least = HUGE_VAL;
  while (true) {
    least = std::min(least, quota_of(root + in.folder + group, in.version));
    const auto slash = group.find_last_of('/');
    if (slash == std::string::npos)
      return least;
    group.erase(slash);
  }
}

} // namespace

int usable_cores() {
#if defined(__linux__)
  // The kernel's own mask may have more than the 1024 cores of a cpu_set_t.
  for (int cores = 1024; cores <= 1 << 20; cores *= 2) {
    cpu_set_t* const set = CPU_ALLOC(cores);
    if (!set)
      break;
    const std::size_t bytes = CPU_ALLOC_SIZE(cores);
    const int usable = sched_getaffinity(getpid(), bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : 0;
    CPU_FREE(set);
    if (usable > 0)
      return usable;
  }
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool is_only_thread() {
#if defined(__linux__)
  struct stat tasks;
  return stat("/proc/self/task", &tasks) == 0 &&
         tasks.st_nlink == 3; // itself, its parent, and a folder for each thread
#else
  return false;
#endif
}

std::optional<int> cpu_quota(std::string const& root) {
  double least = HUGE_VAL;
  for (hierarchy const& each : mounted_hierarchies(root))
    least = std::min(least, least_quota(root, each));
  if (least > 1e6)
    return std::nullopt;
  return std::max(1, static_cast<int>(std::ceil(least)));
}

int default_count() { return std::min(usable_cores(), cpu_quota().value_or(usable_cores())); }

} // namespace thrustline::threads
