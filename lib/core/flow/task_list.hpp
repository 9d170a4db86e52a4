// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

#if defined(__CUDACC__)
#include "core/gpu/device_attribute.hpp"
#endif

#include "core/flow/atomics.hpp"
#include "core/flow/teams.hpp"
#include <thrustline/detail/temporary.hpp>

/// Tasks that add tasks. run_added() works off those that are listed, many at a time. run_tasks() works off all, and
/// all that these add; a device begins each as soon as it is known: a loop of launches would wait for the slowest task
/// of each step.
namespace thrustline::flow {

/// Numbers of tasks since a list began. Many threads add to each of them, so each has cache lines of its own.
struct task_counts {
  alignas(128) std::int64_t added;
  alignas(128) std::int64_t taken;    ///< from the list, in its order; run_tasks(): more than were added, as teams wait
  alignas(128) std::int64_t finished; ///< run_added(): those before the ones in hand
};

struct task_list {
  std::uint64_t* tasks; ///< 0 in a list of run_tasks(): not added yet
  std::int64_t capacity;
  task_counts* counts;

  /// Adds a task, which is not 0. The team that takes it sees what the calling thread saw and wrote before.
  THRUSTLINE_HD void add(std::uint64_t task) const {
    atomic_release(tasks[atomic_add(counts->added, std::int64_t(1))], task);
  }

  /// The same beyond a fence: the team that takes the task sees what the calling thread wrote before its last one.
  THRUSTLINE_HD void add_after_fence(std::uint64_t task) const {
    atomic_store(tasks[atomic_add(counts->added, std::int64_t(1))], task);
  }
};

#if defined(__CUDACC__)

/// Whether no task is left. Reads the finished ones first: what these added is then among the added ones.
__device__ inline bool all_are_finished(task_counts& counts) {
  const std::int64_t guess = atomic_load(counts.finished);
  if (guess != atomic_load(counts.added))
    return false;
  const std::int64_t finished = atomic_acquire(counts.finished);
  return finished == atomic_load(counts.added);
}

/// Takes the next task, and waits until it is added; 0: all tasks are finished. Whoever waits reads without an order:
/// an ordered read would empty the cache of the multiprocessor.
template <class Team>
__device__ std::uint64_t take_task(Team const& team, task_list const& list) {
  constexpr int seldom = 8;
  std::uint64_t task = 0;
  if (team.lane() == 0) {
    const std::int64_t k = atomic_add(list.counts->taken, std::int64_t(1));
    for (int reads = 1;; ++reads) {
      if (k < list.capacity && atomic_load(list.tasks[k]) != 0) {
        task = atomic_acquire(list.tasks[k]);
        break;
      }
      if (reads % seldom == 0 && all_are_finished(*list.counts))
        break;
      __nanosleep(100);
    }
  }
  task = static_cast<std::uint64_t>(team.of_first(static_cast<std::int64_t>(task)));
  team.wait();
  return task;
}

template <class Body>
__global__ void __launch_bounds__(32 * warps_of_block) work_off(task_list list, Body body) {
  const part_of_warp<32> team;
  while (const std::uint64_t task = take_task(team, list)) {
    body(team, task);
    team.wait();
    if (team.lane() == 0)
      atomic_add_release(list.counts->finished, std::int64_t(1));
  }
}

#endif

struct begin_counts_of_tasks {
  task_counts* counts;
  THRUSTLINE_HD void operator()(std::int64_t i) const { counts[i] = {0, 0, 0}; }
};

struct take_added {
  task_counts* counts;
  THRUSTLINE_HD void operator()(std::int64_t) const {
    counts->finished = counts->taken;
    counts->taken = counts->added;
  }
};

template <class Body>
struct by_task {
  const std::uint64_t* tasks;
  Body body;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t k) const {
    body(team, tasks[k]);
  }
};

/// Calls body(team, task) for the tasks that take_added has taken. Those that the calls add wait for the next part. N:
/// the threads of a team on a GPU.
template <int N, class Policy, class Body>
void run_taken(Policy const& policy, task_list const& list, Body body) {
  for_each_team_between<N>(policy, &list.counts->finished, &list.counts->taken, by_task<Body>{list.tasks, body});
}

/// The same for the tasks that have been added since the last call.
template <int N, class Policy, class Body>
void run_added(Policy const& policy, task_list const& list, Body body) {
  detail::for_each_index(policy, std::int64_t(1), take_added{list.counts});
  run_taken<N>(policy, list, body);
}

struct take_from_finished {
  task_counts* counts;
  THRUSTLINE_HD void operator()(std::int64_t) const { counts->taken = counts->finished; }
};

/// Calls body(team, task) for all tasks of the list, and for those that the calls add. Not for a list of run_added().
template <class Policy, class Body>
void run_tasks(Policy const& policy, task_list const& list, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    detail::for_each_index(policy, std::int64_t(1), take_from_finished{list.counts});
    const auto blocks = static_cast<unsigned>(gpu::blocks_that_fit(work_off<Body>, 32 * warps_of_block, 0));
    work_off<<<blocks, 32 * warps_of_block, 0, detail::stream_of(policy)>>>(list, body);
    detail::check_cuda(cudaGetLastError(), "work_off");
#endif
  } else {
    task_counts& counts = *list.counts;
    while (counts.finished < counts.added) {
      const std::int64_t begin = counts.finished, end = counts.added;
      detail::for_each_index(policy, end - begin, [&](std::int64_t k) { body(lone_thread{}, list.tasks[begin + k]); });
      counts.finished = end;
    }
  }
}

/// The memory of N lists. Tasks have no values: a list for run_tasks() is to be set to 0.
template <int N, class Policy>
class task_memory {
public:
  task_memory(Policy const& policy, std::array<std::int64_t, N> const& capacities)
      : capacities_(capacities), tasks_(policy, std::accumulate(capacities.begin(), capacities.end(), std::int64_t(0))),
        counts_(policy, N) {
    detail::for_each_index(policy, std::int64_t(N), begin_counts_of_tasks{counts_.data()});
  }

  task_list list(int i) const {
    const std::int64_t before = std::accumulate(capacities_.begin(), capacities_.begin() + i, std::int64_t(0));
    return {tasks_.data() + before, capacities_[static_cast<std::size_t>(i)], counts_.data() + i};
  }

private:
  std::array<std::int64_t, N> capacities_;
  detail::temporary<std::uint64_t, Policy> tasks_;
  detail::temporary<task_counts, Policy> counts_;
};

} // namespace thrustline::flow
