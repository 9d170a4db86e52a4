// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE_TEMPLATE("rdp by the vertical distance is the plain recursion on a device", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("rdp by the vertical distance"))
    thrustline::test::run_made_data_battery<On, thrustline::vertical_distance>();
}
