// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "split_drop_battery.hpp"

TEST_CASE_TEMPLATE("split_segments and drop_segments on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("segments split and dropped"))
    thrustline::test::run_split_drop_battery<On>();
}
