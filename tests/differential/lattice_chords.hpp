// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "plain_recursion.hpp"

namespace thrustline::differential {

__extension__ typedef __int128 int128;

using lattice_point = std::array<std::int64_t, 3>;

/// A tolerance in quarters of a lattice step; negative: infinity.
struct lattice_tolerance {
  std::int64_t quarters;
};

/// Distances between points of a lattice as fractions of 128-bit integers. No rounding is left out: differences,
/// products and sums of the library are exact for such points, so that its ranks are, ties included. Only its
/// distances, one quotient and one or two roots, are rounded.
class lattice_chords {
public:
  lattice_chords(metric by, int dimensions, std::vector<lattice_point> const& points, lattice_tolerance tolerance,
                 double closest)
      : by_(by), dimensions_(dimensions), points_(points), tolerance_(tolerance), closest_(closest) {}

  class chord {
  public:
    chord(lattice_chords const& all, std::int64_t first, std::int64_t last)
        : all_(all), a_(all.points_[first]), b_(all.points_[last]), d_(minus(b_, a_)) {
      const bool vertical = all.by_ == metric::vertical;
      const int128 square = vertical ? int128(d_[0]) * d_[0] : dot(d_, d_);
      denominator_ = square == 0 ? 1 : square;
      upright_ = vertical && square == 0;
      equal_ = !vertical && square == 0;
    }

    decision farther(std::int64_t k, std::int64_t m) const {
      return numerator(k) > numerator(m) ? decision::yes : decision::no;
    }

    decision exceeds(std::int64_t k) const {
      if (all_.tolerance_.quarters < 0)
        return decision::no;
      const int128 quarters = all_.tolerance_.quarters;
      const int128 distance = 16 * numerator(k), tolerance = quarters * quarters * denominator_;
      if (distance == tolerance) // in space two irrational roots may be divided
        return quarters != 0 && all_.dimensions_ == 3 ? decision::unsure : decision::no;
      const int128 gap = distance > tolerance ? distance - tolerance : tolerance - distance;
      if (quarters != 0 && static_cast<double>(gap) <= all_.closest_ * static_cast<double>(tolerance))
        return decision::unsure;
      return distance > tolerance ? decision::yes : decision::no;
    }

    long double distance(std::int64_t k) const {
      return std::sqrt(static_cast<long double>(numerator(k)) / static_cast<long double>(denominator_));
    }

  private:
    static lattice_point minus(lattice_point const& p, lattice_point const& q) {
      return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    }

    static int128 dot(lattice_point const& p, lattice_point const& q) {
      return int128(p[0]) * q[0] + int128(p[1]) * q[1] + int128(p[2]) * q[2];
    }

    /// |d x e|^2
    int128 area_square(lattice_point const& e) const {
      int128 sum = 0;
      for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const int128 part = int128(d_[i]) * e[j] - int128(d_[j]) * e[i];
        sum += part * part;
      }
      return sum;
    }

    /// The squared distance times the denominator.
    int128 numerator(std::int64_t k) const {
      const lattice_point e = minus(all_.points_[k], a_);
      if (all_.by_ == metric::vertical) {
        int128 sum = 0;
        for (int i = 1; i < 3; ++i) {
          const int128 part = upright_ ? int128(e[i]) : int128(d_[0]) * e[i] - int128(e[0]) * d_[i];
          sum += part * part;
        }
        return sum;
      }
      if (equal_)
        return dot(e, e);
      if (all_.by_ == metric::segment) {
        const int128 along = dot(d_, e);
        if (along <= 0)
          return dot(e, e) * denominator_;
        const lattice_point f = minus(all_.points_[k], b_);
        if (along >= denominator_)
          return dot(f, f) * denominator_;
      }
      return area_square(e);
    }

    lattice_chords const& all_;
    lattice_point a_, b_, d_;
    int128 denominator_;
    bool upright_, equal_;
  };

  chord operator()(std::int64_t first, std::int64_t last) const { return {*this, first, last}; }

private:
  metric by_;
  int dimensions_;
  std::vector<lattice_point> const& points_;
  lattice_tolerance tolerance_;
  double closest_; ///< relative difference of squares up to which the roundings of distances may decide
};

} // namespace thrustline::differential
