// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/curve_side.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>
#include <thrustline/topology.hpp>

/// Steps of the closure for one point, one node, or one pair of nodes with the same ends. See algorithms/topology.hpp.
namespace thrustline::detail {

/// Lines on the device: points, and the line of each of them.
template <class Points, class Index>
struct lines_view {
  Points points;
  const Index* line_of;
  Index count; ///< points

  using traits = point_traits<point_of<Points>>;
  static_assert(traits::dimensions == 2, "a topology is that of planar points");
  using real = typename traits::real;

  THRUSTLINE_HD point<real, 2> operator[](Index i) const { return traits::get(value_at(points, i)); }
  THRUSTLINE_HD bool begins_line(Index i) const { return i == 0 || line_of[i] != line_of[i - 1]; }
  THRUSTLINE_HD bool same_line(Index i, Index j) const { return line_of[i] == line_of[j]; }
};

/// Order in which nodes with the same ends stay: leaves, then the nearer ones.
template <class Node>
THRUSTLINE_HD bool comes_before(Node const& a, Node const& b) {
  if (a.is_leaf() != b.is_leaf())
    return a.is_leaf();
  return a.distance != b.distance ? a.distance < b.distance : a.first < b.first;
}

/// Node of the split tree: the chord from point `first` to point `last`, which replaces the points between. At the end
/// of a line and in absent lines, where no chord begins: last = first.
template <class Index, class Real>
struct tree_node {
  Index first, last;
  Index farthest; ///< first of the points farthest from the chord; -1 if there is none inside
  Real distance;  ///< its distance

  THRUSTLINE_HD bool is_leaf() const { return farthest < 0; }
};

/// Head flag of point i: 1 if it is kept or begins a line.
template <class Points, class Index, class Keep>
struct node_head {
  lines_view<Points, Index> lines;
  Keep keep;
  THRUSTLINE_HD std::uint8_t operator()(Index i) const { return keep[i] != 0 || lines.begins_line(i); }
};

/// Segments between kept points: segment s has the points [heads[s], heads[s + 1]), and its chord ends at heads[s + 1].
template <class Points, class Index, class Keep>
struct reached_segments {
  lines_view<Points, Index> lines;
  Keep keep;
  const Index* keys;  ///< segment of each point
  const Index* heads; ///< first point of each segment, and the number of points

  /// Ends of the chord; equal ends where none begins.
  THRUSTLINE_HD chord_ends<Index> ends(Index s) const {
    const Index first = heads[s], next = heads[s + 1];
    const bool is_chord = next < lines.count && lines.same_line(first, next) && keep[first] != 0;
    return {first, is_chord ? next : first};
  }
};

/// Candidate of the segmented arg-max for point i: {rank, index}; rank -1 at the ends of chords and where none is.
template <class Segments, class Metric, class Rank, class Index>
struct candidate_of_point {
  Segments segments;
  Metric metric;
  THRUSTLINE_HD indexed<Rank, Index> operator()(Index i) const {
    const chord_ends<Index> ends = segments.ends(segments.keys[i]);
    if (i == ends.first || ends.first == ends.last)
      return {Rank(-1), i};
    auto const& points = segments.lines.points;
    const auto chord = metric(value_at(points, ends.first), value_at(points, ends.last), ends.last - ends.first);
    return {chord.rank(value_at(points, i), i - ends.first), i};
  }
};

/// Node of segment s.
template <class Segments, class Metric, class Rank, class Real, class Index>
struct node_of_segment {
  Segments segments;
  Metric metric;
  const indexed<Rank, Index>* farthest;
  tree_node<Index, Real>* nodes;
  THRUSTLINE_HD void operator()(Index s) const {
    const chord_ends<Index> ends = segments.ends(s);
    tree_node<Index, Real> node{ends.first, ends.last, -1, Real(0)};
    if (const indexed<Rank, Index> far = farthest[s]; far.value >= Rank(0)) {
      auto const& points = segments.lines.points;
      const auto chord = metric(value_at(points, ends.first), value_at(points, ends.last), ends.last - ends.first);
      node.farthest = far.index;
      node.distance = chord.distance(value_at(points, far.index), far.index - ends.first);
    }
    nodes[s] = node;
  }
};

/// Rule 1: a node splits whose farthest point is farther than the tolerance.
template <class Index, class Real>
struct is_too_far {
  const tree_node<Index, Real>* nodes;
  Real tolerance;
  THRUSTLINE_HD bool operator()(Index s) const { return !nodes[s].is_leaf() && nodes[s].distance > tolerance; }
};

/// Rule 4: a closed line has three segments at least, as far as it has points. Its only node splits; if it has two, the
/// later one in the order of nodes splits.
template <class Segments, class Index, class Real>
struct closes_too_small_ring {
  Segments segments;
  const tree_node<Index, Real>* nodes;
  THRUSTLINE_HD bool operator()(Index s) const {
    const tree_node<Index, Real> node = nodes[s];
    if (node.is_leaf())
      return false;
    auto const& lines = segments.lines;
    const bool has_before = !lines.begins_line(node.first);
    const bool has_after = node.last + 1 < lines.count && lines.same_line(node.first, node.last + 1);
    if (!has_before && !has_after)
      return same_place(lines[node.first], lines[node.last]);
    if (has_before == has_after)
      return false;
    const tree_node<Index, Real> other = nodes[has_after ? s + 1 : s - 1];
    const Index first = has_after ? node.first : other.first, last = has_after ? other.last : node.last;
    const bool whole = lines.begins_line(first) && (last + 1 == lines.count || !lines.same_line(last, last + 1));
    return whole && same_place(lines[first], lines[last]) && (other.is_leaf() || comes_before(other, node));
  }
};

/// Box of the edge from point i to the next one, or of the point alone where no chord covers the edge.
template <class Segments, class Real, class Index>
struct box_of_edge {
  Segments segments;
  THRUSTLINE_HD box<Real, 2> operator()(Index i) const {
    const point<Real, 2> a = segments.lines[i];
    const chord_ends<Index> ends = segments.ends(segments.keys[i]);
    const point<Real, 2> b = ends.first == ends.last ? a : segments.lines[i + 1];
    return {{{a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]}},
            {{a[0] < b[0] ? b[0] : a[0], a[1] < b[1] ? b[1] : a[1]}}};
  }
};

struct join_boxes {
  template <class Real>
  THRUSTLINE_HD box<Real, 2> operator()(box<Real, 2> a, box<Real, 2> const& b) const {
    for (int k = 0; k < 2; ++k) {
      a.low[k] = b.low[k] < a.low[k] ? b.low[k] : a.low[k];
      a.high[k] = a.high[k] < b.high[k] ? b.high[k] : a.high[k];
    }
    return a;
  }
};

template <class Points, class Index>
struct lower_abscissa {
  lines_view<Points, Index> lines;
  THRUSTLINE_HD bool operator()(Index i, Index j) const { return lines[i][0] < lines[j][0]; }
};

/// Rule 2: a node splits if a kept vertex, equal to neither of its ends, is enclosed by its chord and its points, or is
/// on either.
template <class Segments, class Index, class Real, class Coordinate>
struct changes_sides {
  Segments segments;
  const tree_node<Index, Real>* nodes;
  const box<Coordinate, 2>* boxes;
  const Index* kept; ///< kept points in order of their abscissae
  Index kept_count;
  topology scope;

  THRUSTLINE_HD bool operator()(Index s) const {
    const tree_node<Index, Real> node = nodes[s];
    if (node.is_leaf())
      return false;
    const box<Coordinate, 2> around = boxes[s];
    for (Index k = first_not_left_of(around.low[0]); k < kept_count; ++k) {
      const point<Coordinate, 2> vertex = segments.lines[kept[k]];
      if (vertex[0] > around.high[0])
        return false;
      if (vertex[1] >= around.low[1] && vertex[1] <= around.high[1] && is_watched(node.first, kept[k]) &&
          is_between(node, vertex))
        return true;
    }
    return false;
  }

private:
  THRUSTLINE_HD Index first_not_left_of(Coordinate x) const {
    Index begin = 0, end = kept_count;
    while (begin < end) {
      const Index middle = begin + (end - begin) / 2;
      if (segments.lines[kept[middle]][0] < x)
        begin = middle + 1;
      else
        end = middle;
    }
    return begin;
  }

  THRUSTLINE_HD bool is_watched(Index of_node, Index vertex) const {
    return scope == topology::both || segments.lines.same_line(of_node, vertex) == (scope == topology::within);
  }

  THRUSTLINE_HD bool is_between(tree_node<Index, Real> const& node, point<Coordinate, 2> const& vertex) const {
    auto const& lines = segments.lines;
    const point<Coordinate, 2> first = lines[node.first], last = lines[node.last];
    if (same_place(vertex, first) || same_place(vertex, last))
      return false;
    curve_side side;
    side.add(last, first, vertex);
    point<Coordinate, 2> a = first;
    for (Index i = node.first; i < node.last && !side.on(); ++i) {
      const point<Coordinate, 2> b = lines[i + 1];
      side.add(a, b, vertex);
      a = b;
    }
    return side.enclosed_or_on();
  }
};

/// Node with its ends as coordinates, the lesser end first.
template <class Index, class Real, class Coordinate>
struct node_with_ends {
  point<Coordinate, 2> low, high;
  tree_node<Index, Real> node;
  Index line;
  Index segment; ///< number among the reached segments; -1 for a node that has split
};

template <class Real>
THRUSTLINE_HD int compare(point<Real, 2> const& a, point<Real, 2> const& b) {
  for (int k = 0; k < 2; ++k)
    if (a[k] != b[k])
      return a[k] < b[k] ? -1 : 1;
  return 0;
}

/// Sorts nodes by their ends, then in the order of nodes; `by_line`: nodes of one line together.
template <class Index, class Real, class Coordinate>
struct by_ends {
  using item = node_with_ends<Index, Real, Coordinate>;
  bool by_line;
  THRUSTLINE_HD bool operator()(item const& a, item const& b) const {
    if (const int order = compare(a.low, b.low); order != 0)
      return order < 0;
    if (const int order = compare(a.high, b.high); order != 0)
      return order < 0;
    if (by_line && a.line != b.line)
      return a.line < b.line;
    return comes_before(a.node, b.node);
  }
};

/// Item k of the nodes that have been reached: those that have split, then the present ones.
template <class Points, class Index, class Real, class Coordinate>
struct list_node {
  lines_view<Points, Index> lines;
  const tree_node<Index, Real>*past, *present;
  Index past_count;
  node_with_ends<Index, Real, Coordinate>* out;
  THRUSTLINE_HD void operator()(Index k) const {
    const tree_node<Index, Real> node = k < past_count ? past[k] : present[k - past_count];
    const point<Coordinate, 2> a = lines[node.first], b = lines[node.last];
    const bool in_order = compare(a, b) <= 0;
    out[k] = {in_order ? a : b, in_order ? b : a, node, lines.line_of[node.first],
              k < past_count ? -1 : k - past_count};
  }
};

/// Rule 3: of the nodes with the same ends, two different places, all but the first split. twins[s] = 1 if present node
/// s is not the first.
template <class Index, class Real, class Coordinate>
struct find_twin {
  const node_with_ends<Index, Real, Coordinate>* items; ///< sorted by_ends
  topology scope;
  std::uint8_t* twins;

  THRUSTLINE_HD void operator()(Index k) const {
    auto const& item = items[k];
    if (item.segment < 0)
      return;
    bool found = false;
    if (!same_place(item.low, item.high) && !item.node.is_leaf())
      for (Index j = k - 1; j >= 0 && !found && same_group(items[j], item); --j)
        found = scope != topology::between || items[j].line != item.line;
    twins[item.segment] = found;
  }

private:
  template <class Item>
  THRUSTLINE_HD bool same_group(Item const& a, Item const& b) const {
    return compare(a.low, b.low) == 0 && compare(a.high, b.high) == 0 &&
           (scope != topology::within || a.line == b.line);
  }
};

} // namespace thrustline::detail
