// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "quickhull_battery.hpp"

using namespace thrustline::test;

TEST_CASE_TEMPLATE("quickhull on a device: sets that other codes test with", On, THRUSTLINE_POLICIES) {
  if (no_device("quickhull of sets that other codes are tested with"))
    return;
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_cases<float>(on);
  if constexpr (is_full_policy<On>)
    run_quickhull_on_cases<double>(on);
}

TEST_CASE_TEMPLATE("quickhull of large sets is CGAL's hull on a device", On, THRUSTLINE_POLICIES) {
  if (no_device("quickhull of large sets"))
    return;
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_large_sets<float>(on, 200000);
  if constexpr (is_full_policy<On>)
    run_quickhull_on_large_sets<double>(on, 200000);
}

// 10^4 sets, of some 2 ms each; what differs between policies shows above.
TEST_CASE("quickhull of small sets on a device is CGAL's hull") {
  if (no_device("quickhull of small sets"))
    return;
  constexpr int rounds = 5000 / static_cast<int>(std::size(small_kinds)) + 1;
  full_policy on;
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
