// SPDX-License-Identifier: MIT
#pragma once

#include "check_rdp.hpp"

namespace thrustline::test {

/// All kinds of data, sizes from 0 to some chunks of the CPU backends, tolerances from "all but straight points" to
/// "ends only".
template <class Real, int D, class Metric, class On>
void run_made_data_battery(On& on, Metric by) {
  for_each_kind<Real, D>(3000, 150, 91, [&](kind const& of, std::vector<Real> const& coordinates) {
    INFO(of.name);
    const auto points = as_points<Real, D>(coordinates);
    for (double tolerance : {0.0, 0.3 * of.tolerance, of.tolerance, infinity}) {
      CAPTURE(tolerance);
      check_rdp(on, points, tolerance, by);
    }
    check_rdp_by_64_bits(on, points, of.tolerance, by);
  });
  for (std::int64_t n : {0, 1, 2, 3, 4, 5, 31, 32, 33, 500, 5000}) {
    CAPTURE(n);
    check_rdp(on, as_points<Real, D>(make<Real, D>("walk", n, 92)), 3, by);
  }
  for (const char* name : {"walk", "coast", "plateaus"}) {
    INFO(std::string(name));
    check_rdp(on, as_points<Real, D>(make<Real, D>(name, D == 2 ? 100000 : 20000, 93)), find_kind(name).tolerance, by);
  }
}

template <class On, class Metric>
void run_made_data_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  run_made_data_battery<float, 2>(on, Metric{});
  if constexpr (is_full_policy<On>) {
    run_made_data_battery<float, 1>(on, Metric{});
    run_made_data_battery<float, 3>(on, Metric{});
    run_made_data_battery<double, 1>(on, Metric{});
    run_made_data_battery<double, 2>(on, Metric{});
    run_made_data_battery<double, 3>(on, Metric{});
  }
}

} // namespace thrustline::test
