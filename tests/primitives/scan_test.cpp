// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "scan_battery.hpp"

TEST_CASE_TEMPLATE("segmented scans equal loops", On, THRUSTLINE_POLICIES) { thrustline::test::run_scan_battery<On>(); }
