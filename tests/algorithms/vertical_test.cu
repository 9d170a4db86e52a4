// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE("vertical rdp on a device equals the recursive algorithm") {
  if (!thrustline::test::no_device("rdp by the vertical distance"))
    thrustline::test::run_made_data_battery<thrustline::test::full_policy, thrustline::vertical_distance>();
}
