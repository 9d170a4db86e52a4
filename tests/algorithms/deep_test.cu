// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "deep_battery.hpp"

TEST_CASE_TEMPLATE("rdp on a device finishes thousands of levels", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("split trees of thousands of levels"))
    thrustline::test::run_deep_battery<On>();
}
