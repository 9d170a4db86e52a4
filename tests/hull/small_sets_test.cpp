// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "quickhull_battery.hpp"

using namespace thrustline::test;

// 10^5 sets from each policy; fewer where every access is watched.
#if defined(__SANITIZE_ADDRESS__)
constexpr int rounds = 60;
#else
constexpr int rounds = 50000 / static_cast<int>(std::size(small_kinds)) + 1;
#endif

TEST_CASE_TEMPLATE("quickhull of small sets is CGAL's hull", On, THRUSTLINE_POLICIES) {
  On on;
  INFO("policy ", std::string(on.name));
  run_quickhull_on_small_sets<float>(on, rounds);
  run_quickhull_on_small_sets<double>(on, rounds);
}
