// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <thrustline/algorithms/detail/convex_chains.hpp>

/// Filter before a hull (after Akl & Toussaint 1978): points certainly inside a convex polygon of some of the points
/// are no vertices.
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

/// Direction k of `count` (a multiple of 4) around the circle. Its length is not 1; it does not matter here.
template <class Real>
THRUSTLINE_HD point<Real, 2> direction(int k, int count) {
  const int quarter = count / 4;
  const Real along = static_cast<Real>(k % quarter) / static_cast<Real>(quarter), rest = 1 - along;
  switch (k / quarter) {
  case 0:
    return {{rest, along}};
  case 1:
    return {{-along, rest}};
  case 2:
    return {{-rest, -along}};
  default:
    return {{along, -rest}};
  }
}

/// Inside of a closed polygon of points, with a fast test: rows of equal height, in each of which all points between
/// two x are inside. Other points of a row are tested against an edge.
///
/// A point between two points of the polygon at its own height lies within the hull of the polygon. So the polygon need
/// not be convex, and its edges may cross: extreme points found with rounded arithmetic are good enough.
template <class Real>
struct inner_region {
  static constexpr int most_rows = 1024, most_vertices = 256;

  double height;      ///< height of a row
  Real low, high;     ///< range of the rows in y
  Real rows_per_unit; ///< rows for each unit of y
  int rows;           ///< 0: nothing is inside
  int vertices;
  Real left[most_rows], right[most_rows];
  std::uint8_t left_edge[most_rows], right_edge[most_rows]; ///< edges that cross the middle of the row
  point<Real, 2> ring[most_vertices];                       ///< counter-clockwise

  /// Edge of the ring and the rows that it reaches, first to last.
  struct reaching_edge {
    double ax, ay, bx, by;
    bool up; ///< whether it bounds rows on their right
    int first, last;
    double slope; ///< x for each y
  };

  /// Whether p is certainly strictly inside; false for NaN and infinity.
  THRUSTLINE_HD bool holds(point<Real, 2> const& p) const {
    if (!(p[1] > low && p[1] < high))
      return false;
    const int row = row_of(p[1]);
    return (p[0] > left[row] && p[0] < right[row]) || within_edges(p, row);
  }

  THRUSTLINE_HD int row_of(Real y) const {
    const int row = static_cast<int>((y - low) * rows_per_unit);
    return row < rows ? row : rows - 1;
  }

  /// Starts from the vertices in `ring`. bottom, top: their range in y. largest: bound of their coordinates'
  /// magnitudes.
  THRUSTLINE_HD void begin(int vertex_count, Real bottom, Real top, Real largest, int row_count) {
    vertices = vertex_count;
    low = bottom;
    high = top;
    rows_per_unit = static_cast<Real>(row_count) / (high - low);
    const bool usable = vertices > 2 && largest <= limits_of<Real>::largest / 4 && rows_per_unit > 0 &&
                        rows_per_unit <= limits_of<Real>::largest;
    rows = usable ? row_count : 0;
    height = (static_cast<double>(high) - low) / row_count;
    if (!usable)
      high = low; // no y is between them
  }

  /// Left limit of a row before the edges move it inwards. If y is so large that a row is hardly higher than a unit in
  /// the last place of y, the limit makes all rows empty.
  THRUSTLINE_HD Real least_left() const {
    const bool useful =
        height > 0x1p-30 * (rounding::abs(static_cast<double>(low)) + rounding::abs(static_cast<double>(high)));
    return useful ? -limits_of<Real>::largest : limits_of<Real>::largest;
  }

  THRUSTLINE_HD reaching_edge edge(int k) const {
    const point<Real, 2> a = ring[k], b = ring[next(k)];
    reaching_edge found{a[0], a[1], b[0], b[1], a[1] < b[1], 0, -1, 0};
    if (a[1] == b[1] || rows == 0)
      return found;
    const double bottom = found.up ? found.ay : found.by, top = found.up ? found.by : found.ay;
    constexpr double wider = 2 * slack;
    const double first = (bottom - low) / height - wider, last = (top - low) / height + wider;
    found.first = first > 0 ? static_cast<int>(first) : 0;
    found.last = last < rows - 1 ? static_cast<int>(last) : rows - 1;
    found.slope = (found.bx - found.ax) / (found.by - found.ay);
    return found;
  }

  /// Limit of a row by an edge that reaches it, for all y of the edge that row_of() may map to that row.
  THRUSTLINE_HD Real limit(reaching_edge const& e, int row) const {
    constexpr double margin = 0x1p-45; // each rounding below is within 2^-53
    const double from = x_at(e, low + (row - slack) * height), to = x_at(e, low + (row + 1 + slack) * height);
    const double off = margin * (rounding::abs(e.ax) + rounding::abs(e.bx)) + limits_of<double>::smallest;
    return e.up ? -upwards(-(from < to ? from : to) + off) : upwards(rounding::max(from, to) + off);
  }

  /// Whether an edge crosses the middle of a row, so that the search for an edge starts there.
  THRUSTLINE_HD bool crosses_middle(reaching_edge const& e, int row) const {
    const double middle = low + (row + 0.5) * height;
    return e.up ? e.ay <= middle && middle < e.by : e.by <= middle && middle < e.ay;
  }

  /// Empties a row that has only one side.
  THRUSTLINE_HD void close_row(int row) {
    if (left[row] == -limits_of<Real>::largest || right[row] == limits_of<Real>::largest)
      left[row] = limits_of<Real>::largest;
  }

  /// Sets all rows.
  THRUSTLINE_HD void set_rows() {
    for (int row = 0; row < rows; ++row) {
      left[row] = least_left();
      right[row] = limits_of<Real>::largest;
      left_edge[row] = right_edge[row] = 0;
    }
    for (int k = 0; k < vertices; ++k) {
      const reaching_edge e = edge(k);
      for (int row = e.first; row <= e.last; ++row) {
        Real& side = e.up ? right[row] : left[row];
        const Real by_edge = limit(e, row);
        if (e.up ? by_edge < side : by_edge > side)
          side = by_edge;
        if (crosses_middle(e, row))
          (e.up ? right_edge : left_edge)[row] = static_cast<std::uint8_t>(k);
      }
    }
    for (int row = 0; row < rows; ++row)
      close_row(row);
  }

private:
  /// Bound of the error of row_of(), in rows: y - low is exact to the last place and there are few rows.
  static constexpr double slack = 0.002;

  THRUSTLINE_HD int next(int k) const { return k + 1 < vertices ? k + 1 : 0; }

  /// Whether p is certainly between the edges at its height; for points that are not between the limits of their row.
  THRUSTLINE_HD THRUSTLINE_RARE bool within_edges(point<Real, 2> p, int row) const {
    return (p[0] > left[row] || beside_edge(p, left_edge[row], false)) &&
           (p[0] < right[row] || beside_edge(p, right_edge[row], true));
  }

  /// Whether p is certainly on the inner side of an edge that crosses its height: edge k or one a few steps further.
  THRUSTLINE_HD bool beside_edge(point<Real, 2> const& p, int k, bool up) const {
    constexpr int most_steps = 32;
    for (int step = 0; step < most_steps; ++step) {
      const point<Real, 2> a = ring[k], b = ring[next(k)];
      if (up ? b[1] < p[1] : b[1] > p[1])
        k = next(k);
      else if (up ? a[1] > p[1] : a[1] < p[1])
        k = k > 0 ? k - 1 : vertices - 1;
      else
        return certainly_left(a, b, p);
    }
    return false;
  }

  THRUSTLINE_HD static Real upwards(double value) {
    const Real rounded = static_cast<Real>(value);
    if (sizeof(Real) == sizeof(double) || static_cast<double>(rounded) >= value)
      return rounded;
    return rounded + rounding::abs(rounded) * limits_of<Real>::epsilon + limits_of<Real>::smallest;
  }

  /// x of an edge at height y, or at the nearest height that the edge has.
  THRUSTLINE_HD static double x_at(reaching_edge const& e, double y) {
    const double bottom = e.up ? e.ay : e.by, top = e.up ? e.by : e.ay;
    y = y < bottom ? bottom : y > top ? top : y;
    if (rounding::abs(e.slope) <= limits_of<double>::largest)
      return e.ax + (y - e.ay) * e.slope;
    return (e.ax < e.bx) == e.up ? e.ax : e.bx; // too flat: only its inner end is certain
  }
};

} // namespace thrustline::detail
