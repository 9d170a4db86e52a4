// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

namespace thrustline::test {

/// Two lines of three points each, and room for all results.
struct arrays {
  std::vector<double> coordinates{0, 0, 1, 5, 2, 0, 0, 0, 1, -5, 2, 0};
  std::vector<std::int64_t> offsets{0, 3, 6};
  std::vector<double> tolerances{1, 1};
  std::vector<std::uint8_t> mask = std::vector<std::uint8_t>(6, 1);
  std::vector<double> values = std::vector<double>(13);
  std::vector<std::int64_t> counts = std::vector<std::int64_t>(14), more = counts, others = counts, two{2, 2};

  polylines<double, 2> lines() const { return {coordinates.data(), 6, offsets.data(), 2}; }

  simplify_outputs<double, 2> outputs() {
    simplify_outputs<double, 2> out;
    out.keep_mask = mask.data();
    out.kept_counts = counts.data();
    return out;
  }
};

inline const auto one = simplify_options{}.tolerance(1);

} // namespace thrustline::test
