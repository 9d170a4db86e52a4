// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "depth_battery.hpp"

TEST_CASE_TEMPLATE("every step equals its reference loop", On, THRUSTLINE_POLICIES) {
  On on;
  INFO("policy ", std::string(on.name));
  thrustline::test::run_depth_battery(on);
}
