// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "reduce_battery.hpp"
#include "scan_battery.hpp"

using namespace thrustline::test;

TEST_CASE_TEMPLATE("segmented reductions on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!no_device("segmented reductions and arg-max"))
    run_reduce_battery<On>();
}

TEST_CASE_TEMPLATE("segmented scans on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!no_device("segmented scans"))
    run_scan_battery<On>();
}
