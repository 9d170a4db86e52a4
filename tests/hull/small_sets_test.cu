// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "quickhull_battery.hpp"

using namespace thrustline::test;

// 10^4 sets, of some 2 ms each; what differs between policies shows in tests/hull/quickhull_test.cu.
constexpr int rounds = 5000 / static_cast<int>(std::size(small_kinds)) + 1;

TEST_CASE("quickhull of small sets on a device is CGAL's hull") {
  if (no_device("quickhull of small sets"))
    return;
  full_policy on;
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
