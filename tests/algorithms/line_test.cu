// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE("rdp by the line distance on a device equals the recursive algorithm") {
  if (!thrustline::test::no_device("rdp by the line distance"))
    thrustline::test::run_made_data_battery<thrustline::test::full_policy, thrustline::line_distance>();
}
