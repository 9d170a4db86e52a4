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
#include <thrustline/detail/set_zeros.hpp>
#include <thrustline/detail/temporary.hpp>

/// Tasks that add tasks. run_added() works off those that are listed, many at a time. run_tasks() works off all, and
/// all that these add; a device begins each as soon as it is known: a loop of launches would wait for the slowest task
/// of each step.
namespace thrustline::flow {

/// Numbers of tasks since a list began. Many threads add to each of them, so each has cache lines of its own.
struct task_counts {
  alignas(128) std::int64_t added;
  alignas(128) std::int64_t taken; ///< from the list, in its order; run_tasks(): more than were added, while teams wait
  alignas(128) std::int64_t finished; ///< run_added(): those before the ones in hand; run_tasks(): in the first list,
                                      ///< those of all lists
};

struct task_list {
  std::uint64_t* tasks; ///< 0: not added yet
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

/// Lists whose tasks are worked off together. Each holds tasks of few kinds.
template <int N>
struct task_lists {
  task_list lists[N];
  int shares[N]; ///< parts of the multiprocessors of a device that prefer each list
};

#if defined(__CUDACC__)

/// Takes tasks for one team. A team prefers the list of its multiprocessor, whose instruction caches hold the code of
/// few kinds of tasks. It reserves the next place of that list. While no task is there, it takes tasks of lists that
/// have more tasks than teams have reserved places. A task waits for the team that has reserved its place.
template <int N>
class task_taker {
public:
  __device__ task_taker(part_of_warp<32> const& team, task_lists<N> const& all)
      : team_(team), list_(all.lists[team.lane() < N ? team.lane() : 0]), all_finished_(all.lists[0].counts->finished),
        home_(static_cast<int>(team.of_first(list_of_multiprocessor(all.shares)))) {}

  /// Takes the next task; 0: all tasks are finished. A team that waits reads without an order: an ordered read would
  /// empty the data cache of the multiprocessor.
  __device__ std::uint64_t take() {
    constexpr unsigned seldom = 8; // all teams read the numbers of other lists
    if (team_.lane() == home_ && place_ < 0)
      reserve();
    for (unsigned reads = 1;; ++reads) {
      if (const unsigned ready = team_.which(N, [&](int) { return is_there(); }); ready != 0)
        return take_from((ready >> home_ & 1) != 0 ? home_ : lowest_bit(ready));
      if (reads % seldom == 1) {
        if (const unsigned others = team_.which(N, [&](int) { return place_ < 0 && has_more(); }); others != 0) {
          if (team_.lane() == lowest_bit(others))
            reserve();
          continue;
        }
        if (all_are_finished()) {
          give_back_place();
          return 0;
        }
      }
      __nanosleep(100);
    }
  }

  /// Finishes the task that was taken last.
  __device__ void finish() const {
    team_.wait();
    if (team_.lane() == 0)
      atomic_add_release(all_finished_, std::int64_t(1));
  }

private:
  /// Multiprocessors 2 i and 2 i + 1 are neighbours, which may share caches.
  static __device__ int list_of_multiprocessor(int const (&shares)[N]) {
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    int all = 0, list = 0;
    for (int l = 0; l < N; ++l)
      all += shares[l];
    for (int left = static_cast<int>(number / 2) % all - shares[0]; left >= 0; left -= shares[list])
      ++list;
    return list;
  }

  __device__ void reserve() { place_ = atomic_add(list_.counts->taken, std::int64_t(1)); }

  /// Gives back the place that was reserved for a task that does not come.
  __device__ void give_back_place() const {
    if (place_ >= 0)
      atomic_add(list_.counts->taken, std::int64_t(-1));
  }

  __device__ bool is_there() const {
    return place_ >= 0 && place_ < list_.capacity && atomic_load(list_.tasks[place_]) != 0;
  }

  __device__ bool has_more() const { return atomic_load(list_.counts->taken) < atomic_load(list_.counts->added); }

  __device__ std::uint64_t take_from(int list) {
    std::int64_t task = 0;
    if (team_.lane() == list) {
      task = static_cast<std::int64_t>(atomic_acquire(list_.tasks[place_]));
      place_ = -1;
    }
    task = team_.of(task, list);
    team_.wait();
    return static_cast<std::uint64_t>(task);
  }

  /// Whether no task is left. Reads the finished ones first: what these added is then among the added ones.
  __device__ bool all_are_finished() const {
    const std::int64_t guess = atomic_load(all_finished_);
    if (team_.any(guess != added()))
      return false;
    const std::int64_t finished = atomic_acquire(all_finished_);
    return !team_.any(finished != added());
  }

  __device__ std::int64_t added() const { return team_.sum(team_.lane() < N ? atomic_load(list_.counts->added) : 0); }

  part_of_warp<32> team_;
  task_list list_; ///< thread l of the team looks after list l
  std::int64_t& all_finished_;
  int home_;
  std::int64_t place_ = -1; ///< the place that the team has reserved in the list; -1: none
};

/// Six blocks on a multiprocessor: with four no registers would be spilled, but tasks with much to read take longer.
template <int N, class Body>
__global__ void __launch_bounds__(32 * warps_of_block, 6) work_off(task_lists<N> all, Body body) {
  const part_of_warp<32> team;
  task_taker<N> taker(team, all);
  while (const std::uint64_t task = taker.take()) {
    body(team, task);
    taker.finish();
  }
}

#endif

struct begin_counts_of_tasks {
  task_counts* counts;
  THRUSTLINE_HD void operator()(std::int64_t i) const { counts[i] = {0, 0, 0}; }
};

/// Takes the tasks that have been added to list l.
template <int N>
struct take_added {
  task_counts* lists[N];
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t l) const {
    lists[l]->finished = lists[l]->taken;
    lists[l]->taken = lists[l]->added;
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

/// Takes the tasks that have been added to the lists, for run_taken().
template <class Policy, class... Lists>
void take_tasks(Policy const& policy, Lists const&... lists) {
  constexpr int count = sizeof...(lists);
  for_each_team_in_turn<1>(policy, count, take_added<count>{{lists.counts...}});
}

/// Calls body(team, task) for the tasks that take_tasks() has taken. Those that the calls add wait for the next part.
/// N: the threads of a team on a GPU.
template <int N, int Times = 1, class Policy, class Body>
void run_taken(Policy const& policy, task_list const& list, Body body) {
  for_each_team_between<N, Times>(policy, &list.counts->finished, &list.counts->taken, by_task<Body>{list.tasks, body});
}

/// The same for the tasks that have been added since the last call.
template <int N, int Times = 1, class Policy, class Body>
void run_added(Policy const& policy, task_list const& list, Body body) {
  take_tasks(policy, list);
  run_taken<N, Times>(policy, list, body);
}

/// Counts as finished the tasks that have been taken.
template <int N>
struct finish_taken {
  task_lists<N> all;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const&, std::int64_t) const {
    std::int64_t finished = 0;
    for (task_list const& list : all.lists)
      finished += list.counts->taken;
    all.lists[0].counts->finished = finished;
  }
};

/// Calls body(team, task) for the tasks that have been added since the last call of run_added() or run_tasks(), and for
/// those that the calls add.
template <int N, class Policy, class Body>
void run_tasks(Policy const& policy, task_lists<N> const& all, Body body) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    for_each_team_in_turn<1>(policy, 1, finish_taken<N>{all});
    const auto blocks = static_cast<unsigned>(gpu::blocks_that_fit(work_off<N, Body>, 32 * warps_of_block, 0));
    work_off<<<blocks, 32 * warps_of_block, 0, detail::stream_of(policy)>>>(all, body);
    detail::check_cuda(cudaGetLastError(), "work_off");
#endif
  } else {
    for (bool has_more = true; has_more;) {
      has_more = false;
      for (task_list const& list : all.lists) {
        task_counts& counts = *list.counts;
        const std::int64_t begin = counts.taken, end = counts.added;
        detail::for_each_index(policy, end - begin,
                               [&](std::int64_t k) { body(lone_thread{}, list.tasks[begin + k]); });
        counts.taken = end;
        has_more = has_more || begin < end;
      }
    }
  }
}

/// The memory of N lists.
template <int N, class Policy>
class task_memory {
public:
  task_memory(Policy const& policy, std::array<std::int64_t, N> const& capacities)
      : capacities_(capacities), tasks_(policy, capacity()), counts_(policy, N) {}

  /// Resets the numbers of tasks, before the lists are first used. Callers clear() each list, too.
  void reset_counts(Policy const& policy) const {
    detail::for_each_index(policy, std::int64_t(N), begin_counts_of_tasks{counts_.data()});
  }

  /// Clears a list, before tasks are added to it. This takes no memory, so side_work may do it.
  void clear(Policy const& policy, int list) const {
    const auto begin = capacities_.begin(), of_list = begin + list;
    detail::set_zeros(policy, tasks_.data() + std::accumulate(begin, of_list, std::int64_t(0)), *of_list);
  }

  task_lists<N> lists(std::array<int, N> const& shares) const {
    task_lists<N> all{};
    std::uint64_t* tasks = tasks_.data();
    for (int i = 0; i < N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      all.lists[i] = {tasks, capacities_[k], counts_.data() + i};
      all.shares[i] = shares[k];
      tasks += capacities_[k];
    }
    return all;
  }

private:
  std::int64_t capacity() const { return std::accumulate(capacities_.begin(), capacities_.end(), std::int64_t(0)); }

  std::array<std::int64_t, N> capacities_;
  detail::temporary<std::uint64_t, Policy> tasks_;
  detail::temporary<task_counts, Policy> counts_;
};

} // namespace thrustline::flow
