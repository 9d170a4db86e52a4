// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE_TEMPLATE("rdp by the vertical distance is the plain recursion", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_made_data_battery<On, thrustline::vertical_distance>();
}
