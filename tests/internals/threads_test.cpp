// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <sched.h>
#include <unistd.h>

#include "core/cpu/thread_limits.hpp"
#include "core/threads.hpp"

namespace threads = thrustline::threads;

namespace {

/// A made folder that stands for "/".
class made_root {
public:
  made_root() : path_(std::filesystem::temp_directory_path() / ("thread_limits_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
  }
  ~made_root() { std::filesystem::remove_all(path_); }

  made_root& file(std::string const& name, std::string const& text) {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return *this;
  }

  std::optional<int> quota() const { return threads::cpu_quota(path_.string()); }

private:
  std::filesystem::path path_;
};

/// The affinity mask of the main thread, of up to 65536 cores.
class main_thread_mask {
public:
  main_thread_mask() { REQUIRE(sched_getaffinity(getpid(), sizeof(set_), set_) == 0); }

  int cores() const { return CPU_COUNT_S(sizeof(set_), set_); }
  void apply() const { REQUIRE(sched_setaffinity(getpid(), sizeof(set_), set_) == 0); }

  void keep_first_core() {
    std::size_t core = 0;
    while (!CPU_ISSET_S(core, sizeof(set_), set_))
      ++core;
    CPU_ZERO_S(sizeof(set_), set_);
    CPU_SET_S(core, sizeof(set_), set_);
  }

private:
  cpu_set_t set_[64];
};

const std::string second_mount = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
const std::string first_mount = "33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
                                "34 31 0:31 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

} // namespace

TEST_CASE("no control groups mean no quota") {
  made_root root;
  CHECK_FALSE(root.quota());
  root.file("proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
  CHECK_FALSE(root.quota());
}

TEST_CASE("the quota of version 2 is rounded up") {
  made_root root;
  root.file("proc/self/mountinfo", second_mount).file("proc/self/cgroup", "0::/jobs/one\n");
  CHECK_FALSE(root.quota());
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
  CHECK_FALSE(root.quota());
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "300000 100000\n");
  CHECK(root.quota() == 3);
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "250000 100000\n");
  CHECK(root.quota() == 3);
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "1000 100000\n");
  CHECK(root.quota() == 1);
}

TEST_CASE("the least quota of a group and those above it counts") {
  made_root root;
  root.file("proc/self/mountinfo", second_mount).file("proc/self/cgroup", "0::/jobs/one\n");
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "800000 100000\n").file("sys/fs/cgroup/jobs/cpu.max", "400000 100000\n");
  CHECK(root.quota() == 4);
  root.file("sys/fs/cgroup/jobs/one/cpu.max", "200000 100000\n");
  CHECK(root.quota() == 2);
}

TEST_CASE("a version 2 container may see its group as the top") {
  made_root root;
  root.file("proc/self/mountinfo", second_mount).file("proc/self/cgroup", "0::/\n");
  root.file("sys/fs/cgroup/cpu.max", "150000 100000\n");
  CHECK(root.quota() == 2);
}

TEST_CASE("the quota of version 1 is read from the hierarchy of the CPU") {
  made_root root;
  root.file("proc/self/mountinfo", first_mount)
      .file("proc/self/cgroup", "5:memory:/other\n4:cpu,cpuacct:/jobs\n0::/\n")
      .file("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "-1\n")
      .file("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(root.quota());
  root.file("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "50000\n");
  CHECK(root.quota() == 1);
  root.file("sys/fs/cgroup/cpu,cpuacct/jobs/cpu.cfs_quota_us", "610000\n");
  CHECK(root.quota() == 7);
}

TEST_CASE("a version 1 container may see the group's name outside") {
  made_root root;
  root.file("proc/self/mountinfo", "33 31 0:30 /docker/4f /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n")
      .file("proc/self/cgroup", "4:cpu:/docker/4f\n")
      .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n")
      .file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  CHECK(root.quota() == 2);
}

TEST_CASE("a group whose name begins like the shown one is outside it") {
  made_root root;
  root.file("proc/self/mountinfo", "33 31 0:30 /docker/4f /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n")
      .file("proc/self/cgroup", "4:cpu:/docker/4f2/jobs\n")
      .file("sys/fs/cgroup/cpu2/jobs/cpu.cfs_quota_us", "200000\n") // what is left of the name
      .file("sys/fs/cgroup/cpu2/jobs/cpu.cfs_period_us", "100000\n");
  CHECK_FALSE(root.quota());
}

TEST_CASE("the default is the lesser of affinity and quota") {
  const main_thread_mask usual;
  const int cores = usual.cores();
  CHECK(threads::default_count() == std::min(cores, threads::cpu_quota().value_or(cores)));
  main_thread_mask pinned = usual;
  pinned.keep_first_core();
  pinned.apply();
  CHECK(threads::default_count() == 1);
  usual.apply();
}

TEST_CASE("a call of few points uses one thread") {
  const std::int64_t fewest = threads::fewest_to_share();
  CHECK(fewest > 0);
  CHECK(threads::call_threads(8, fewest - 1) == 1);
  CHECK(threads::call_threads(8, fewest) == 8);
  CHECK(threads::call_threads(1, fewest) == 1);
}

TEST_CASE("each index runs once, and workers have different numbers") {
  constexpr int most = 8;
  std::vector<std::atomic<int>> calls(1000), at_work(most);
  std::atomic<bool> shared{false};
  threads::parallel_for(most, static_cast<std::int64_t>(calls.size()), [&](std::int64_t i, int worker) {
    shared = shared || at_work[static_cast<std::size_t>(worker)].exchange(1) != 0;
    ++calls[static_cast<std::size_t>(i)];
    at_work[static_cast<std::size_t>(worker)] = 0;
  });
  CHECK_FALSE(shared);
  CHECK(std::all_of(calls.begin(), calls.end(), [](std::atomic<int> const& n) { return n == 1; }));
}

TEST_CASE("an exception of one index comes out once all others are done") {
  for (int count : {1, 2, 8}) {
    std::atomic<int> done{0};
    const auto work = [&](std::int64_t i) {
      if (i == 3)
        throw std::out_of_range("three");
      ++done;
    };
    CHECK_THROWS_AS(threads::parallel_for(count, 100, work), std::out_of_range);
    CHECK(done == 99);
  }
}

TEST_CASE("tasks that add tasks are all done before run_tasks returns") {
  for (int count : {1, 2, 8}) {
    std::atomic<int> done{0}, worst{0};
    const std::function<void(threads::task_group&, int, int)> grow = [&](threads::task_group& tasks, int depth,
                                                                         int worker) {
      ++done;
      if (worker < 0 || worker >= count)
        ++worst;
      for (int k = 0; depth > 0 && k < 2; ++k)
        tasks.run([&, depth](int at) { grow(tasks, depth - 1, at); });
    };
    threads::run_tasks(count, [&](threads::task_group& tasks) { grow(tasks, 10, 0); });
    CHECK(done == 2047);
    CHECK(worst == 0);
  }
}

TEST_CASE("an exception of a task or of the root comes out of run_tasks") {
  for (int count : {1, 2}) {
    CHECK_THROWS_AS(threads::run_tasks(count,
                                       [](threads::task_group& tasks) {
                                         for (int k = 0; k < 50; ++k)
                                           tasks.run([k](int) {
                                             if (k == 20)
                                               throw std::domain_error("task");
                                           });
                                       }),
                    std::domain_error);
    CHECK_THROWS_AS(threads::run_tasks(count,
                                       [](threads::task_group& tasks) {
                                         tasks.run([](int) {});
                                         throw std::length_error("root");
                                       }),
                    std::length_error);
  }
}
