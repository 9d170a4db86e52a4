// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "conversions_battery.hpp"

TEST_CASE_TEMPLATE("conversions of flags, keys, offsets on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("head flags, keys and offsets from each other"))
    thrustline::test::run_conversions_battery<On>();
}
