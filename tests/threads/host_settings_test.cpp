// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <omp.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "busy_calls.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using tbb::global_control;

} // namespace

TEST_CASE("a call changes no setting of OpenMP or oneTBB") {
  const busy_calls calls;
  omp_set_num_threads(5);
  const std::size_t parallelism = global_control::active_value(global_control::max_allowed_parallelism);
  const std::size_t stack = global_control::active_value(global_control::thread_stack_size);
  tbb::task_arena own(3);
  own.initialize();
  CHECK(calls.difference_on(executor::cpu(2)) == "");
  CHECK(omp_get_max_threads() == 5);
  CHECK(global_control::active_value(global_control::max_allowed_parallelism) == parallelism);
  CHECK(global_control::active_value(global_control::thread_stack_size) == stack);
  CHECK(own.max_concurrency() == 3);
}

TEST_CASE("a call obeys a host that allows oneTBB one thread") {
  const busy_calls calls;
  const global_control one(global_control::max_allowed_parallelism, 1);
  CHECK(calls.difference_on(executor::cpu(2)) == "");
}

TEST_CASE("calls inside tasks of the host have the same answers") {
  const busy_calls calls;
  std::vector<std::string> found(8, "the task did not run");
  tbb::task_arena own(2);
  own.execute([&] {
    tbb::parallel_for(std::size_t(0), found.size(),
                      [&](std::size_t k) { found[k] = calls.difference_on(executor::cpu(2)); });
  });
  for (std::string const& each : found)
    CHECK(each == "");
}

TEST_CASE("a host that cancels its tasks leaves those of a call alone") {
  const busy_calls calls;
  tbb::task_group host;
  std::string found = "the task did not run";
  host.run_and_wait([&] {
    host.cancel();
    found = calls.difference_on(executor::cpu(2));
  });
  CHECK(found == "");
}
