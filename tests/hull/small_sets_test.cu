// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "quickhull_battery.hpp"

using namespace thrustline::test;

// 10^5 sets from all policies together: a set takes a device as long as a large one.
constexpr int rounds = 12500 / static_cast<int>(std::size(small_kinds)) + 1;

TEST_CASE_TEMPLATE("quickhull of small sets is CGAL's hull on a device", On, THRUSTLINE_POLICIES) {
  if (no_device("quickhull of small sets"))
    return;
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
