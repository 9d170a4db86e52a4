// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE("line rdp on a device equals the recursive algorithm") {
  if (!thrustline::test::no_device("rdp by the line distance"))
    thrustline::test::run_made_data_battery<thrustline::test::full_policy, thrustline::line_distance>();
}
