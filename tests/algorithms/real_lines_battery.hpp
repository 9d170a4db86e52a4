// SPDX-License-Identifier: MIT
#pragma once

#include "batch_battery.hpp"
#include "real_data.hpp"

namespace thrustline::test {

template <int D, class Metric, class On>
void check_real_lines(On& on, real_file const& file, Metric by) {
  const auto lines = read<D>(file, "the loop on real lines");
  if (!lines)
    return;
  INFO(file.name);
  check_batch<std::int64_t>(on, as_points<double, D>(lines->coordinates), lines->offsets, file.tolerance, by);
}

/// Every file of real lines and series, in the metric that is usual for them.
template <class On>
void run_real_lines_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  for (real_file const& file : real_files())
    if (file.dimensions == 1)
      check_real_lines<1>(on, file, vertical_distance{});
    else
      check_real_lines<2>(on, file, segment_distance{});
}

} // namespace thrustline::test
