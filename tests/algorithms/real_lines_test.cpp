// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "real_lines_battery.hpp"

TEST_CASE_TEMPLATE("real lines on every policy", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_real_lines_battery<On>();
}
