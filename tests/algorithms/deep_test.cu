// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "deep_battery.hpp"

TEST_CASE_TEMPLATE("split trees of thousands of levels on a device", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("split trees of thousands of levels"))
    thrustline::test::run_deep_battery<On>();
}
