// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "quickhull_battery.hpp"

using namespace thrustline::test;

// 10^5 sets; what differs between policies shows in tests/hull/quickhull_test.cpp.
constexpr int rounds = 50000 / static_cast<int>(std::size(small_kinds)) + 1;

TEST_CASE("quickhull of small sets is CGAL's hull") {
  full_policy on;
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
