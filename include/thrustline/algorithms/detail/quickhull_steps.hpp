// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/algorithms/detail/convex_chains.hpp>
#include <thrustline/detail/reduce.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>

/// Steps of QuickHull for one point or one segment.
namespace thrustline::detail {

/// Points behind an iterator as point<Real, 2>, by index.
template <class Points>
struct planar_points {
  using value = typename std::iterator_traits<Points>::value_type;
  using traits = point_traits<value>;
  using real = typename traits::real;
  static_assert(traits::dimensions == 2, "a planar hull needs planar points");
  static_assert(std::is_same_v<real, double> || sizeof(real) <= 4, "coordinates must be exact in double");

  Points points;
  THRUSTLINE_HD point<real, 2> operator()(std::int64_t i) const {
    const value given = points[i]; // never a proxy such as thrust::device_reference
    return traits::get(given);
  }
};

/// Order by x, then y, then index.
template <class Points, class Index>
struct in_lexicographic_order {
  planar_points<Points> points;
  THRUSTLINE_HD bool operator()(Index a, Index b) const {
    const auto p = points(a), q = points(b);
    return comes_before(p, q) || (same_place(p, q) && a < b);
  }
};

/// Least and greatest point of a range in that order.
template <class Index>
struct index_range {
  Index least, greatest;
};

template <class Points, class Index>
struct join_ranges {
  planar_points<Points> points;
  bool by_y;
  THRUSTLINE_HD bool before(Index a, Index b) const {
    auto p = points(a), q = points(b);
    if (by_y) {
      p = {{p[1], p[0]}};
      q = {{q[1], q[0]}};
    }
    return comes_before(p, q) || (same_place(p, q) && a < b);
  }
  THRUSTLINE_HD index_range<Index> operator()(index_range<Index> const& a, index_range<Index> const& b) const {
    return {before(b.least, a.least) ? b.least : a.least, before(a.greatest, b.greatest) ? b.greatest : a.greatest};
  }
};

template <class Index>
struct range_of_one {
  THRUSTLINE_HD index_range<Index> operator()(Index i) const { return {i, i}; }
};

/// -1, absent, for points certainly inside the quadrilateral of the four extreme ones, else 0.
template <class Points, class Index>
struct not_in_quadrilateral {
  planar_points<Points> points;
  Index corners[4]; ///< counter-clockwise
  THRUSTLINE_HD Index operator()(Index i) const {
    bool inside = true;
    for (int k = 0; k < 4; ++k)
      inside = inside && certainly_left(points(corners[k]), points(corners[(k + 1) % 4]), points(i));
    return inside ? -1 : 0;
  }
};

template <class Index>
struct every_one {
  THRUSTLINE_HD Index operator()(Index) const { return 0; }
};

/// Larger magnitude of a point's coordinates.
template <class Points>
struct magnitude_of {
  planar_points<Points> points;
  THRUSTLINE_HD double operator()(std::int64_t i) const {
    const auto p = points(i);
    return rounding::max(rounding::abs(static_cast<double>(p[0])), rounding::abs(static_cast<double>(p[1])));
  }
};

/// Splits the points by the first chord, from the least to the greatest point: points below it forwards, then points
/// above it backwards. Candidate j is sorted point j of the lower chain if j < m, else 2 m - 1 - j of the upper one.
/// Points on the chord and repetitions are absent; each chain begins with its end of the chord.
template <class Points, class Index>
struct first_split {
  planar_points<Points> points;
  const Index* order;
  Index m;

  THRUSTLINE_HD Index sorted(Index j) const { return j < m ? j : 2 * m - 1 - j; }

  /// 1 for the head of a chain, 0 for other points of it, -1 for points that are absent.
  THRUSTLINE_HD Index operator()(Index j) const {
    const Index i = sorted(j);
    const auto p = points(order[i]), least = points(order[0]), greatest = points(order[m - 1]);
    if (i > 0 && same_place(points(order[i - 1]), p))
      return -1; // the first of equal points has the lowest index
    if (same_place(p, j < m ? least : greatest))
      return same_place(least, greatest) && j >= m ? -1 : 1;
    const int side = orientation(least, greatest, p);
    return (j < m ? side < 0 : side > 0) ? 0 : -1;
  }
};

/// Puts a point into its chain.
template <class Points, class Index>
struct begin_chains {
  first_split<Points, Index> split;
  Index* items;
  std::uint8_t* heads;
  THRUSTLINE_HD void operator()(Index j, segment_position<Index> const& at) const {
    items[at.segments] = split.order[split.sorted(j)];
    heads[at.segments] = split(j) == 1;
  }
};

/// View of the chains: items in order, in segments. A segment is the chord from its head to the next segment's head and
/// the points outside it; the last one leads back to the first head.
template <class Index>
struct chain_segments {
  const Index* items;
  const std::uint8_t* heads;
  const Index* keys;
  const Index* offsets;
  Index count, segments;

  THRUSTLINE_HD Index first(Index s) const { return items[offsets[s]]; }
  THRUSTLINE_HD Index last(Index s) const { return s + 1 < segments ? items[offsets[s + 1]] : items[0]; }
};

/// Candidate of the segmented arg-max for item i: {distance to its segment's chord, i}. Twice the area of the triangle
/// serves as distance; the coordinates are scaled so that it cannot overflow. Heads never win.
template <class Points, class Index>
struct distance_of_item {
  planar_points<Points> points;
  chain_segments<Index> chain;
  double scale;

  THRUSTLINE_HD double scaled(Index i, int k) const { return rounding::mul(static_cast<double>(points(i)[k]), scale); }
  THRUSTLINE_HD indexed<double, Index> operator()(Index i) const {
    if (chain.heads[i])
      return {-1, i};
    const Index a = chain.first(chain.keys[i]), b = chain.last(chain.keys[i]), p = chain.items[i];
    const double ax = scaled(a, 0), ay = scaled(a, 1);
    const double left = rounding::mul(rounding::sub(scaled(b, 0), ax), rounding::sub(scaled(p, 1), ay));
    const double right = rounding::mul(rounding::sub(scaled(b, 1), ay), rounding::sub(scaled(p, 0), ax));
    return {rounding::max(rounding::sub(right, left), 0.0), i};
  }
};

template <class Index>
struct position_of_farthest {
  THRUSTLINE_HD Index operator()(indexed<double, Index> const& farthest) const { return farthest.index; }
};

/// 1 for heads, 0 for points that are still outside the chord of their new segment, else absent.
template <class Points, class Index>
struct still_outside {
  planar_points<Points> points;
  chain_segments<Index> chain;
  const std::uint8_t* heads;
  THRUSTLINE_HD Index operator()(Index i) const {
    if (heads[i])
      return 1;
    const Index s = chain.keys[i];
    return orientation(points(chain.first(s)), points(chain.last(s)), points(chain.items[i])) < 0 ? 0 : -1;
  }
};

/// 1 for the ends of the first chord and for points where the ring turns left, else absent.
template <class Points, class Index>
struct strictly_convex {
  planar_points<Points> points;
  const Index* items;
  Index count, least, greatest;
  THRUSTLINE_HD Index operator()(Index i) const {
    const Index p = items[i];
    if (p == least || p == greatest)
      return 1;
    const Index before = items[i > 0 ? i - 1 : count - 1], after = items[i + 1 < count ? i + 1 : 0];
    return orientation(points(before), points(p), points(after)) > 0 ? 1 : -1;
  }
};

/// Moves an item, with its head flag, to its place among those that stay.
template <class Index>
struct move_item_forward {
  const Index* items;
  const std::uint8_t* heads;
  Index* items_out;
  std::uint8_t* heads_out;
  THRUSTLINE_HD void operator()(Index i, segment_position<Index> const& at) const {
    items_out[at.segments] = items[i];
    heads_out[at.segments] = heads[i];
  }
};

template <class Index, class Hull>
struct write_vertex {
  const Index* items;
  Hull hull;
  THRUSTLINE_HD void operator()(Index i) const {
    hull[i] = static_cast<typename std::iterator_traits<Hull>::value_type>(items[i]);
  }
};

} // namespace thrustline::detail
