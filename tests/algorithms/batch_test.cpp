// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "batch_battery.hpp"

TEST_CASE_TEMPLATE("rdp_batch takes empty and short series", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_batch_battery<On>();
}
