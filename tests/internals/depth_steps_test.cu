// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "depth_battery.hpp"

TEST_CASE_TEMPLATE("every step equals its reference loop", On, THRUSTLINE_POLICIES) {
  if (thrustline::test::no_device(std::string("steps on depth images, ") + On::name))
    return;
  On on;
  INFO("policy ", std::string(on.name));
  thrustline::test::run_depth_battery(on);
}
