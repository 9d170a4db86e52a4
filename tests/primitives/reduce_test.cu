// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "reduce_battery.hpp"

TEST_CASE_TEMPLATE("segmented reductions on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("segmented reductions and arg-max"))
    thrustline::test::run_reduce_battery<On>();
}
