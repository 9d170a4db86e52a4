// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/orientation.hpp>

/// Position of a point with respect to a closed curve of straight edges, by the parity of crossings. Exact for every
/// finite input.
namespace thrustline {

/// Position of a point relative to an edge: see edge_side_of().
enum class edge_side : std::uint8_t {
  apart,   ///< the ray from the point in the direction of +x misses the edge
  crossed, ///< that ray crosses the edge
  on       ///< the point is on the edge
};

/// Position of point p relative to the edge from a to b. An edge holds its lower end and not its upper one, so the ray
/// of a point that is on no edge crosses a closed curve an even number of times where the point is outside, and an odd
/// number where it is enclosed (an odd number of times round).
template <class Real>
THRUSTLINE_HD inline edge_side edge_side_of(point<Real, 2> const& a, point<Real, 2> const& b, point<Real, 2> const& p) {
  const bool a_above = a[1] > p[1], b_above = b[1] > p[1];
  if (a_above == b_above) { // no crossing; p may be an end, or on an edge along the ray
    const bool at_end = (a[0] == p[0] && a[1] == p[1]) || (b[0] == p[0] && b[1] == p[1]);
    const bool along = a[1] == p[1] && b[1] == p[1] && (a[0] < p[0]) != (b[0] < p[0]);
    return at_end || along ? edge_side::on : edge_side::apart;
  }
  if (a[0] > p[0] && b[0] > p[0])
    return edge_side::crossed;
  if (a[0] < p[0] && b[0] < p[0])
    return edge_side::apart;
  const int turn = orientation(a, b, p);
  if (turn == 0)
    return edge_side::on;
  return (turn > 0) == b_above ? edge_side::crossed : edge_side::apart; // p is left of an upward edge
}

/// Side of a closed curve on which a point lies, as its edges are added one by one in any order.
class curve_side {
public:
  template <class Real>
  THRUSTLINE_HD void add(point<Real, 2> const& a, point<Real, 2> const& b, point<Real, 2> const& p) {
    const edge_side side = edge_side_of(a, b, p);
    odd_ = odd_ != (side == edge_side::crossed);
    on_ = on_ || side == edge_side::on;
  }

  /// Adds consecutive edges, from a to b, that lie in a box. False: nothing is added, as p may be among them.
  template <class Box, class Real>
  THRUSTLINE_HD bool add_within(Box const& box, point<Real, 2> const& a, point<Real, 2> const& b,
                                point<Real, 2> const& p) {
    if (p[1] < box.low[1] || p[1] > box.high[1] || p[0] > box.high[0])
      return true;
    if (p[0] >= box.low[0])
      return false;
    // All of the box is to the right: the ray from p crosses the edges as often as the one between their ends, or an
    // even number of times more often.
    add(a, b, p);
    return true;
  }

  THRUSTLINE_HD bool on() const { return on_; }
  /// Whether an odd number of edges are crossed.
  THRUSTLINE_HD bool odd() const { return odd_; }
  THRUSTLINE_HD bool enclosed_or_on() const { return odd_ || on_; }

private:
  bool odd_ = false, on_ = false;
};

} // namespace thrustline
