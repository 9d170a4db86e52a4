// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "real_lines_battery.hpp"

TEST_CASE("rdp_batch on real lines equals the recursive algorithm") {
  thrustline::test::run_real_lines_battery<thrustline::test::full_policy>();
}
