// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "quickhull_battery.hpp"

TEST_CASE_TEMPLATE("quickhull is CGAL's hull on a device", On, THRUSTLINE_POLICIES) {
  if (thrustline::test::no_device("quickhull"))
    return;
  On on;
  INFO("policy ", std::string(on.name));
  thrustline::test::run_quickhull_battery<float>(on, 10, 200000);
  thrustline::test::run_quickhull_battery<double>(on, 10, 200000);
}
