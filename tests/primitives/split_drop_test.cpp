// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "split_drop_battery.hpp"

TEST_CASE_TEMPLATE("segments split and dropped", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_split_drop_battery<On>();
}
