// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "quickhull_battery.hpp"
#include "sanitized.hpp"

using namespace thrustline::test;

TEST_CASE_TEMPLATE("quickhull of sets that other codes are tested with", On, THRUSTLINE_POLICIES) {
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_cases<float>(on);
  if constexpr (is_full_policy<On>)
    run_quickhull_on_cases<double>(on);
}

TEST_CASE_TEMPLATE("quickhull of large sets is CGAL's hull", On, THRUSTLINE_POLICIES) {
  constexpr std::int64_t points = sanitized ? 15000 : 50000;
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_large_sets<float>(on, points);
  if constexpr (is_full_policy<On>)
    run_quickhull_on_large_sets<double>(on, points);
}

// 10^5 sets; what differs between policies shows above.
TEST_CASE("quickhull of small sets is CGAL's hull") {
  constexpr int rounds = (sanitized ? 500 : 50000) / static_cast<int>(std::size(small_kinds)) + 1;
  full_policy on;
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
