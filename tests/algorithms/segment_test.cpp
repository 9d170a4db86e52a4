// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE_TEMPLATE("segment rdp equals the recursive algorithm", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_made_data_battery<On, thrustline::segment_distance>();
}
