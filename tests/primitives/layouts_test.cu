// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "conversions_battery.hpp"
#include "split_drop_battery.hpp"

using namespace thrustline::test;

TEST_CASE_TEMPLATE("conversions of flags, keys, offsets on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!no_device("head flags, keys and offsets from each other"))
    run_conversions_battery<On>();
}

TEST_CASE_TEMPLATE("split_segments and drop_segments on a device equal loops", On, THRUSTLINE_POLICIES) {
  if (!no_device("segments split and dropped"))
    run_split_drop_battery<On>();
}
