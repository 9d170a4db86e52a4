// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "deep_battery.hpp"

TEST_CASE_TEMPLATE("rdp finishes split trees of thousands of levels", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_deep_battery<On>();
}
