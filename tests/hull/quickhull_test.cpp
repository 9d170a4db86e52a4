// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "quickhull_battery.hpp"

TEST_CASE_TEMPLATE("quickhull is CGAL's hull", On, THRUSTLINE_POLICIES) {
  On on;
  INFO("policy ", std::string(on.name));
  thrustline::test::run_quickhull_battery<float>(on, 60, 50000);
  thrustline::test::run_quickhull_battery<double>(on, 60, 50000);
}
