// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "plain_recursion.hpp"
#include "reference.hpp"

namespace thrustline::differential {

using test::operator-;

/// Distances in extended precision. Those that differ by no more than the library's roundings are `unsure`.
class real_chords {
public:
  /// unit: the distance of 1 to the next number of the library's type.
  real_chords(metric by, std::vector<test::exact_point> const& points, long double tolerance, long double unit)
      : by_(by), points_(points), tolerance_(tolerance), unit_(unit) {}

  class chord {
  public:
    chord(real_chords const& all, std::int64_t first, std::int64_t last)
        : all_(all), a_(all.points_[first]), b_(all.points_[last]) {
      const test::exact_point d = b_ - a_;
      for (std::int64_t k = first; k <= last; ++k)
        reach_ = std::max(reach_, test::norm(all.points_[k] - a_));
      // A steep chord magnifies the roundings along the ordinates.
      const bool steep = all.by_ == metric::vertical && d[0] != 0;
      slack_ = 32 * all.unit_ * reach_ * (1 + (steep ? std::hypot(d[1], d[2]) / std::abs(d[0]) : 0));
    }

    decision farther(std::int64_t k, std::int64_t m) const {
      if (all_.points_[k] == all_.points_[m])
        return decision::no; // a tie whatever the roundings
      return compare(distance(k), distance(m));
    }

    decision exceeds(std::int64_t k) const { return compare(distance(k), all_.tolerance_); }

    long double distance(std::int64_t k) const { return test::exact_distance(all_.by_, a_, b_, all_.points_[k]); }

  private:
    decision compare(long double distance, long double other) const {
      if (std::abs(distance - other) <= slack_)
        return decision::unsure;
      return distance > other ? decision::yes : decision::no;
    }

    real_chords const& all_;
    test::exact_point const& a_;
    test::exact_point const& b_;
    long double reach_ = 0, slack_ = 0;
  };

  chord operator()(std::int64_t first, std::int64_t last) const { return {*this, first, last}; }

private:
  metric by_;
  std::vector<test::exact_point> const& points_;
  long double tolerance_, unit_;
};

} // namespace thrustline::differential
