// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "iterators_battery.hpp"

TEST_CASE_TEMPLATE("rdp on a device takes fancy iterators and a user's metric", On, THRUSTLINE_POLICIES) {
  if (!thrustline::test::no_device("points behind fancy iterators, and the user's points and metric"))
    thrustline::test::run_iterators_battery<On>();
}
