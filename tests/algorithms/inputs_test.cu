// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "batch_battery.hpp"
#include "iterators_battery.hpp"
#include "memory_battery.hpp"
#include "vectors_battery.hpp"

using namespace thrustline::test;

TEST_CASE_TEMPLATE("rdp_batch on a device takes empty and short series", On, THRUSTLINE_POLICIES) {
  if (!no_device("batches with empty and short series"))
    run_batch_battery<On>();
}

TEST_CASE_TEMPLATE("rdp on a device takes fancy iterators and a user's metric", On, THRUSTLINE_POLICIES) {
  if (!no_device("fancy iterators, and a user's points and metric"))
    run_iterators_battery<On>();
}

TEST_CASE("rdp on a device takes points in Thrust's vectors") {
  if (!no_device("points in Thrust's vectors"))
    run_vectors_battery();
}

TEST_CASE("a failed device allocation throws and leaks nothing") {
  if (!no_device("an allocator that fails"))
    run_failing_allocator_battery<full_policy>();
}

TEST_CASE("storage per point on a device is as documented") {
  if (!no_device("storage per point"))
    run_storage_battery<full_policy>();
}

TEST_CASE("bad tolerances are rejected on a device") {
  if (!no_device("bad tolerances"))
    run_bad_tolerance_battery<full_policy>();
}
