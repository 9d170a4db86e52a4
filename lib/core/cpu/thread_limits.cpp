// SPDX-License-Identifier: MIT
#include "core/cpu/thread_limits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>
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

/// The text of a file, empty if it cannot be read. Without the streams of C++: they fail in a module that holds a copy
/// of the C++ library of its own, beside one that is loaded.
std::string text_of(std::string const& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "re"), &std::fclose);
  std::string text;
  char part[4096];
  for (std::size_t size; file && (size = std::fread(part, 1, sizeof part, file.get())) > 0;)
    text.append(part, size);
  return text;
}

/// Takes the text up to a separator, or all, from the front of `text`, and the separator with it.
std::string_view take(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view front = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return front;
}

bool names(std::string_view list, std::string_view word) {
  while (!list.empty())
    if (take(list, ',') == word)
      return true;
  return false;
}

/// The whole number that the text begins with; 0 if there is none.
std::int64_t leading_number(std::string_view text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The mounted hierarchies that may limit CPU time. A line is: id parent device shown folder options [tags] - type
/// source super_options.
std::vector<hierarchy> mounted_hierarchies(std::string const& root) {
  std::vector<hierarchy> found;
  const std::string mounts = text_of(root + "/proc/self/mountinfo");
  for (std::string_view left = mounts; !left.empty();) {
    std::string_view before = take(left, '\n');
    const auto dash = before.find(" - ");
    if (dash == std::string_view::npos)
      continue;
    std::string_view after = before.substr(dash + 3);
    for (int k = 0; k < 3; ++k) // id, parent, device
      take(before, ' ');
    const std::string_view shown = take(before, ' '), folder = take(before, ' ');
    const std::string_view type = take(after, ' ');
    take(after, ' '); // source
    if (type == "cgroup2" || (type == "cgroup" && names(take(after, ' '), "cpu")))
      found.push_back(
          {type == "cgroup2" ? cgroup_version::v2 : cgroup_version::v1, std::string(folder), std::string(shown)});
  }
  return found;
}

/// The group of this process. A line is hierarchy:controllers:group; in version 2 it is 0::group.
std::string own_group(std::string const& root, cgroup_version version) {
  const std::string groups = text_of(root + "/proc/self/cgroup");
  for (std::string_view left = groups; !left.empty();) {
    std::string_view group = take(left, '\n');
    if (std::count(group.begin(), group.end(), ':') < 2)
      continue;
    take(group, ':'); // hierarchy
    const std::string_view controllers = take(group, ':');
    if (version == cgroup_version::v2 ? controllers.empty() : names(controllers, "cpu"))
      return std::string(group);
  }
  return "/";
}

/// The quota of one group in cores; infinite if it has none.
double quota_of(std::string const& folder, cgroup_version version) {
  std::int64_t quota = 0, period = 0;
  if (version == cgroup_version::v2) {
    const std::string text = text_of(folder + "/cpu.max");
    std::string_view numbers = text; // "max 100000" leaves 0
    quota = leading_number(take(numbers, ' '));
    period = leading_number(numbers);
  } else {
    quota = leading_number(text_of(folder + "/cpu.cfs_quota_us")); // -1: none
    period = leading_number(text_of(folder + "/cpu.cfs_period_us"));
  }
  return quota > 0 && period > 0 ? static_cast<double>(quota) / static_cast<double>(period) : HUGE_VAL;
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
