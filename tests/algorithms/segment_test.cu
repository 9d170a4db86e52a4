// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE_TEMPLATE("segment rdp on a device equals the recursive algorithm", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("rdp by the segment distance"))
    thrustline::test::run_made_data_battery<On, thrustline::segment_distance>();
}
