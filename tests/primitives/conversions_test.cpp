// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "conversions_battery.hpp"

TEST_CASE_TEMPLATE("conversions of head flags, keys and offsets equal loops", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_conversions_battery<On>();
}
