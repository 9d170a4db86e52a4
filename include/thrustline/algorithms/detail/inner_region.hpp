// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <thrustline/algorithms/detail/convex_chains.hpp>

/// The filter before a hull (after Akl & Toussaint 1978): points certainly inside a convex polygon of some of the
/// points are no vertices.
namespace thrustline::detail {

/// std::numeric_limits for device code.
template <class Real>
struct limits_of {
  static constexpr Real largest = std::numeric_limits<Real>::max(), smallest = std::numeric_limits<Real>::min(),
                        epsilon = std::numeric_limits<Real>::epsilon(),
                        not_a_number = std::numeric_limits<Real>::quiet_NaN();
};

template <class Real>
THRUSTLINE_HD inline bool is_finite(point<Real, 2> const& p) {
  return rounding::abs(p[0]) <= limits_of<Real>::largest && rounding::abs(p[1]) <= limits_of<Real>::largest;
}

/// Direction k of `count` (a multiple of 4), around the circle. Their lengths do not matter here.
THRUSTLINE_HD inline point<double, 2> direction(int k, int count) {
  const int quarter = count / 4;
  const double along = static_cast<double>(k % quarter) / quarter, rest = 1 - along;
  switch (k / quarter) {
  case 0:
    return {rest, along};
  case 1:
    return {-along, rest};
  case 2:
    return {-rest, -along};
  default:
    return {along, -rest};
  }
}

/// A convex polygon, and how to tell quickly that a point is inside: by rows of equal height, in each of which all
/// between two x are inside. Points in a row but not between them are tested against the edges.
template <class Real>
struct inner_region {
  static constexpr int most_rows = 1024, most_vertices = 256;

  Real low, high;     ///< of the polygon, y
  Real rows_per_unit; ///< of y
  int rows;           ///< 0: nothing is inside
  int vertices;
  Real left[most_rows], right[most_rows];
  std::uint8_t left_edge[most_rows], right_edge[most_rows]; ///< the edges that cross the middle of the row
  point<Real, 2> ring[most_vertices];                       ///< counter-clockwise

  /// Whether p is certainly strictly inside; false for NaN and infinity.
  THRUSTLINE_HD bool holds(point<Real, 2> const& p) const {
    if (!(p[1] > low && p[1] < high))
      return false;
    const int row = row_of(p[1]);
    if (p[0] > left[row] && p[0] < right[row])
      return true;
    return within_edges(p, p[0] < right[row] ? left_edge[row] : right_edge[row]);
  }

  THRUSTLINE_HD int row_of(Real y) const {
    const int row = static_cast<int>((y - low) * rows_per_unit);
    return row < rows ? row : rows - 1;
  }

  /// A point outside is mostly so by the edge `first` or a neighbour.
  THRUSTLINE_HD bool within_edges(point<Real, 2> const& p, int first) const {
    int edge = first;
    do {
      const int next = edge + 1 < vertices ? edge + 1 : 0;
      if (!certainly_left(ring[edge], ring[next], p))
        return false;
      edge = next;
    } while (edge != first);
    return true;
  }

  /// Sets everything but the rows' limits and the ring, which must be there: begin with it, then set_row() for each.
  THRUSTLINE_HD void begin(int vertex_count, int row_count) {
    vertices = vertex_count;
    low = high = vertices > 0 ? ring[0][1] : Real(0);
    Real largest = 0;
    for (int i = 0; i < vertices; ++i) {
      low = ring[i][1] < low ? ring[i][1] : low;
      high = ring[i][1] > high ? ring[i][1] : high;
      largest = rounding::max(largest, rounding::max(rounding::abs(ring[i][0]), rounding::abs(ring[i][1])));
    }
    rows_per_unit = static_cast<Real>(row_count) / (high - low);
    const bool usable = vertices > 2 && largest <= limits_of<Real>::largest / 4 && rows_per_unit > 0 &&
                        rows_per_unit <= limits_of<Real>::largest;
    rows = usable ? row_count : 0;
    if (!usable)
      high = low; // no y lies between
  }

  /// The limits of a row: for all y that row_of() may take for it.
  THRUSTLINE_HD void set_row(int row) {
    // row_of() errs by less than a five hundredth of a row, as y - low is exact to the last place and rows are few.
    constexpr double slack = 0.002;
    constexpr double margin = 0x1p-47; // the roundings below are each within 2^-53
    const double lowest = low, height = (static_cast<double>(high) - lowest) / rows;
    const limits from = limits_at(lowest + (row - slack) * height), to = limits_at(lowest + (row + 1 + slack) * height);
    const limits middle = limits_at(lowest + (row + 0.5) * height);
    left_edge[row] = static_cast<std::uint8_t>(middle.left_edge);
    right_edge[row] = static_cast<std::uint8_t>(middle.right_edge);
    const double off = margin * (from.size + to.size) + limits_of<double>::smallest;
    left[row] = upwards(rounding::max(from.left, to.left) + off);
    right[row] = -upwards(-(from.right < to.right ? from.right : to.right) + off);
    // Where y is so far from 0 that a row is hardly more than a unit in its last place, the rows are of no use.
    if (!(height > 0x1p-30 * (rounding::abs(lowest) + rounding::abs(static_cast<double>(high)))))
      left[row] = limits_of<Real>::largest;
  }

private:
  struct limits {
    double left, right, size; ///< size: of the numbers they were computed from
    int left_edge, right_edge;
  };

  THRUSTLINE_HD static Real upwards(double value) {
    const Real rounded = static_cast<Real>(value);
    if (sizeof(Real) == sizeof(double) || static_cast<double>(rounded) >= value)
      return rounded;
    return rounded + rounding::abs(rounded) * limits_of<Real>::epsilon + limits_of<Real>::smallest;
  }

  /// Where the line at height y, or at the nearest that the polygon has, goes in and out.
  THRUSTLINE_HD limits limits_at(double y) const {
    y = y < low ? low : y > high ? high : y;
    limits found{-HUGE_VAL, HUGE_VAL, 0, 0, 0};
    bool entered = false, left_again = false;
    for (int i = 0; i < vertices; ++i) {
      const point<Real, 2> a = ring[i], b = ring[i + 1 < vertices ? i + 1 : 0];
      const double ax = a[0], ay = a[1], bx = b[0], by = b[1];
      if (ay == by || (ay < y && by < y) || (ay > y && by > y))
        continue;
      const double x = ax + (y - ay) / (by - ay) * (bx - ax);
      const double size = rounding::abs(ax) + rounding::abs(bx);
      found.size = rounding::max(found.size, size);
      if (by < ay) {
        found.left = rounding::max(found.left, x);
        found.left_edge = i;
        entered = true;
      } else {
        found.right = x < found.right ? x : found.right;
        found.right_edge = i;
        left_again = true;
      }
    }
    if (!entered || !left_again)
      found.left = HUGE_VAL;
    return found;
  }
};

} // namespace thrustline::detail
