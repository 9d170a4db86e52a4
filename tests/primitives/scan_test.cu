// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "scan_battery.hpp"

TEST_CASE_TEMPLATE("segmented scans on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("segmented scans"))
    thrustline::test::run_scan_battery<On>();
}
