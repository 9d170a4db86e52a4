// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "split_drop_battery.hpp"

TEST_CASE_TEMPLATE("split_segments and drop_segments equal loops", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_split_drop_battery<On>();
}
