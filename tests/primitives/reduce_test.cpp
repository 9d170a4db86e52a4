// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "reduce_battery.hpp"

TEST_CASE_TEMPLATE("segmented reductions and arg-max equal loops", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_reduce_battery<On>();
}
