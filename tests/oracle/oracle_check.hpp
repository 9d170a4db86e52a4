// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "batch.hpp"
#include "compare.hpp"
#include "near_ties.hpp"

namespace thrustline::test {

/// Compares a peer's masks with ours, metric segment, and counts.
class oracle {
public:
  using peer = keep_mask (*)(std::vector<double> const& xy, double tolerance);

  explicit oracle(peer theirs) : theirs_(theirs) {}

  void compare(std::string const& name, batch<double, 2> const& lines, double tolerance) {
    INFO(name, ", tolerance ", tolerance);
    const keep_mask all = simplify_mask(executor::best(), lines.view(), simplify_options{}.tolerance(tolerance));
    for (std::int64_t s = 0; s < lines.series(); ++s) {
      if (lines.size(s) < 2)
        continue;
      const std::int64_t first = lines.offsets[s], last = lines.offsets[s + 1];
      const std::vector<double> xy(lines.coordinates.begin() + 2 * first, lines.coordinates.begin() + 2 * last);
      const keep_mask ours(all.begin() + first, all.begin() + last);
      const keep_mask theirs = theirs_(xy, tolerance);
      const comparison found = compare_trees(xy, tolerance, ours, theirs);
      if (!found.unexplained.empty())
        FAIL_CHECK("line " << s << ": " << found.unexplained);
      for (std::string const& tie : found.near_ties)
        MESSAGE("line " << s << ", near-tie in " << tie);
      points_ += last - first;
      kept_ += std::count(ours.begin(), ours.end(), std::uint8_t{1});
      different_ += found.different;
    }
  }

  /// At most one point in 10^5 differs, and the comparison was not of "all kept" or "ends only".
  void check_total() const {
    MESSAGE(different_ << " of " << points_ << " points differ, " << kept_ << " kept");
    CHECK(different_ * 100000 <= points_);
    CHECK(kept_ > points_ / 100);
    CHECK(kept_ < points_ * 9 / 10);
  }

private:
  peer theirs_;
  std::int64_t points_ = 0, kept_ = 0, different_ = 0;
};

} // namespace thrustline::test
