// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "deep_battery.hpp"
#include "made_data_battery.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("segment rdp on a device equals the recursive algorithm", On, THRUSTLINE_POLICIES) {
  if (!no_device("rdp by the segment distance"))
    run_made_data_battery<On, segment_distance>();
}

// Ranks and distances of all types: tests/geometry/metrics_device_test.cu.
TEST_CASE("vertical rdp on a device equals the recursive algorithm") {
  if (no_device("rdp by the vertical distance"))
    return;
  full_policy on;
  run_made_data_battery<float, 1>(on, vertical_distance{});
  run_made_data_battery<double, 3>(on, vertical_distance{});
}

TEST_CASE("line rdp on a device equals the recursive algorithm") {
  if (no_device("rdp by the line distance"))
    return;
  full_policy on;
  run_made_data_battery<double, 2>(on, line_distance{});
  run_made_data_battery<float, 3>(on, line_distance{});
}

TEST_CASE_TEMPLATE("rdp on a device finishes thousands of levels", On, THRUSTLINE_POLICIES) {
  if (!no_device("split trees of thousands of levels"))
    run_deep_battery<On>();
}
