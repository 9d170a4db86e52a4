// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "core/flow/task_list.hpp"
#include "core/gpu/device_call.hpp"

#include "device_policies.hpp"
#include "no_device.hpp"

// Tasks that add tasks, worked off on a device in several runs.
namespace thrustline::test {
namespace {

/// Counts the calls for each task. Task k adds the tasks 2 k and 2 k + 1, to different lists.
struct count_calls {
  static constexpr std::uint64_t most = 1 << 16;

  std::int64_t* calls;
  flow::task_lists<2> all;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::uint64_t task) const {
    if (team.lane() != 0)
      return;
    flow::atomic_add(calls[task], std::int64_t(1));
    if (2 * task + 1 >= most)
      return;
    all.lists[task % 2].add(2 * task);
    all.lists[1 - task % 2].add(2 * task + 1);
  }
};

struct add_task {
  flow::task_list list;
  std::uint64_t task;
  THRUSTLINE_HD void operator()(std::int64_t) const { list.add(task); }
};

TEST_CASE("each run of the tasks calls for what was added since the run before, once") {
  if (no_device("lists of tasks"))
    return;
  const on_cuda_nosync with_stream;
  detail::executor_state on(0, with_stream.stream.get(), "", std::make_shared<detail::device_workspace>(0));
  const gpu::device_call device(on);
  gpu::device_policy const& policy = device.policy();
  constexpr auto most = static_cast<std::int64_t>(count_calls::most);

  const flow::task_memory<2, gpu::device_policy> memory(policy, {most, most});
  const detail::temporary<std::int64_t, gpu::device_policy> calls(policy, most);
  detail::set_zeros(policy, calls.data(), most);
  memory.reset_counts(policy);
  memory.clear(policy, 0);
  memory.clear(policy, 1);
  const flow::task_lists<2> all = memory.lists({2, 1});

  std::vector<std::int64_t> expected(static_cast<std::size_t>(most));
  for (const std::uint64_t root : {4u, 5u, 6u, 7u}) {
    detail::for_each_index(policy, std::int64_t(1), add_task{all.lists[root % 2], root});
    flow::run_tasks(policy, all, count_calls{calls.data(), all});
    for (std::uint64_t first = root, count = 1; first < count_calls::most; first *= 2, count *= 2)
      for (std::uint64_t k = first; k < first + count; ++k)
        expected[k] = 1;
    std::vector<std::int64_t> found(expected.size());
    check_cuda(cudaMemcpyAsync(found.data(), calls.data(), found.size() * sizeof(std::int64_t), cudaMemcpyDeviceToHost,
                               on.stream),
               "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    CHECK(found == expected);
  }
}

} // namespace
} // namespace thrustline::test
