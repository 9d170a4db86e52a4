// SPDX-License-Identifier: MIT
#pragma once

#include "check_rdp.hpp"

namespace thrustline::test {

/// Split trees of thousands of levels: whole noise, 0 to 7 and 0 or 7, and equal points.
template <class On>
void run_deep_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  check_rdp(on, as_points<float, 2>(make<float, 2>("zig-zag", 3000, 132)), 0.5, segment_distance{});
  if constexpr (is_full_policy<On>) {
    const auto check_noise = [&](std::string const& name, std::int64_t n) {
      CAPTURE(name);
      const auto noise = make<double, 1>(name, n, 131);
      check_rdp(on, noise, 2, vertical_distance{});
      CHECK(plain_rdp(noise.data(), {0, n}, 2, vertical_distance{}).levels > n / 10);
    };
    check_noise("integer noise", 30000);
    check_noise("binary noise", 3000);
    check_rdp(on, as_points<double, 2>(make<double, 2>("all equal", 99998, 133)), 0, segment_distance{});
  }
}

} // namespace thrustline::test
