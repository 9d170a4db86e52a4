// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "made_data_battery.hpp"

TEST_CASE("vertical rdp equals the recursive algorithm") {
  thrustline::test::run_made_data_battery<thrustline::test::full_policy, thrustline::vertical_distance>();
}
