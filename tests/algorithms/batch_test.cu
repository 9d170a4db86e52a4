// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "batch_battery.hpp"

TEST_CASE_TEMPLATE("rdp_batch on a device takes empty and short series", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("batches with empty and short series"))
    thrustline::test::run_batch_battery<On>();
}
