// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "memory_battery.hpp"

using namespace thrustline::test;

TEST_CASE("a failed device allocation throws and leaks nothing") {
  if (!no_device("an allocator that fails"))
    run_failing_allocator_battery<on_cuda_allocator>();
}

TEST_CASE("storage per point on a device is as documented") {
  if (!no_device("storage per point"))
    run_storage_battery<on_cuda_allocator>();
}

TEST_CASE("bad tolerances are rejected on a device") {
  if (!no_device("bad tolerances"))
    run_bad_tolerance_battery<full_policy>();
}
