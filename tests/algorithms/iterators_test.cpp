// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "iterators_battery.hpp"

TEST_CASE_TEMPLATE("rdp takes fancy iterators and a user's points and metric", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_iterators_battery<On>();
}
