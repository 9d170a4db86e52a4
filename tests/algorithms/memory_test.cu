// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "memory_battery.hpp"

using namespace thrustline::test;

TEST_CASE("an allocator that fails, on a device") {
  if (!no_device("an allocator that fails"))
    run_failing_allocator_battery<on_cuda_allocator>();
}

TEST_CASE("storage per point on a device") {
  if (!no_device("storage per point"))
    run_storage_battery<on_cuda_allocator>();
}

TEST_CASE_TEMPLATE("tolerances that are none, on a device", On, THRUSTLINE_POLICIES) {
  if (!no_device("tolerances that are none"))
    run_bad_tolerance_battery<On>();
}
