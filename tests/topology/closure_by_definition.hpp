// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/algorithms/rdp_recursive.hpp>
#include <thrustline/topology.hpp>

#include "planar_layers.hpp"

namespace thrustline::test {

/// Rules of algorithms/topology.hpp that are applied. Those but `all` are mutants, which must break a law.
enum class rules {
  all,
  without_sides,     ///< no rule 2
  open_regions,      ///< rule 2 without vertices on a chord or its points
  without_twins,     ///< no rule 3
  halves_unexamined, ///< no rule 1 for the halves of a node that rules 2 to 4 split
};

/// The closure by its rules: one node at a time splits, picked at random among those that must.
class closure_by_definition {
public:
  closure_by_definition(flat_lines const& lines, double tolerance, topology apart, rules applied = rules::all)
      : lines_(lines), tolerance_(tolerance), apart_(apart), applied_(applied), keep(lines.points.size()) {
    for (std::int64_t l = 0; l < lines.lines(); ++l)
      if (lines.offsets[l] < lines.offsets[l + 1])
        reach(lines.offsets[l], lines.offsets[l + 1] - 1, l, part::whole, false);
  }

  /// Splits nodes until no rule asks for more.
  void complete(random_numbers& numbers) {
    for (;;) {
      std::vector<std::size_t> due;
      for (std::size_t k = 0; k < nodes_.size(); ++k)
        if (must_split(nodes_[k]))
          due.push_back(k);
      if (due.empty())
        return;
      split(due[numbers.below(static_cast<std::int64_t>(due.size()))]);
    }
  }

private:
  enum class part { whole, half, other };
  struct node {
    std::int64_t first, last, line, farthest;
    double distance;
    part of_line;
    bool forced_half, has_split;
    bool is_leaf() const { return farthest < 0; }
  };

  flat_lines const& lines_;
  double tolerance_;
  topology apart_;
  rules applied_;
  std::vector<node> nodes_;

public:
  std::vector<std::uint8_t> keep;
  bool depends_on_order = false; ///< whether nodes of two lines have the same ends and the same distance

private:
  lattice_point const& at(std::int64_t i) const { return lines_.points[i]; }

  void reach(std::int64_t first, std::int64_t last, std::int64_t line, part of_line, bool forced) {
    keep[first] = keep[last] = 1;
    node reached{first, last, line, -1, 0, of_line, forced, false};
    if (last - first > 1) {
      const auto chord = segment_distance{}(at(first), at(last), last - first);
      reached.farthest = farthest_from_chord(lines_.points.data(), first, first + 1, last, chord).index;
      reached.distance = chord.distance(at(reached.farthest), reached.farthest - first);
    }
    nodes_.push_back(reached);
  }

  void split(std::size_t k) {
    nodes_[k].has_split = true;
    const node parent = nodes_[k];
    const part halves = parent.of_line == part::whole && lines_.is_closed(parent.line) ? part::half : part::other;
    const bool forced = !(parent.distance > tolerance_);
    reach(parent.first, parent.farthest, parent.line, halves, forced);
    reach(parent.farthest, parent.last, parent.line, halves, forced);
  }

  static bool before(node const& a, node const& b) {
    if (a.is_leaf() != b.is_leaf())
      return a.is_leaf();
    return a.distance != b.distance ? a.distance < b.distance : a.first < b.first;
  }

  bool must_split(node const& n) {
    return !n.is_leaf() && !n.has_split &&
           (is_too_far(n) || (applied_ != rules::without_sides && changes_sides(n)) ||
            (applied_ != rules::without_twins && has_earlier_twin(n)) || closes_small_ring(n));
  }

  bool is_too_far(node const& n) const {
    return n.distance > tolerance_ && !(applied_ == rules::halves_unexamined && n.forced_half);
  }

  bool counts(std::int64_t line, std::int64_t other) const {
    return apart_ == topology::both || (apart_ == topology::within && line == other) ||
           (apart_ == topology::between && line != other);
  }

  /// Decides by winding up the whole curve of the node, with no box to pass over vertices.
  bool changes_sides(node const& n) const {
    for (std::int64_t l = 0; l < lines_.lines(); ++l)
      for (std::int64_t v = lines_.offsets[l]; v < lines_.offsets[l + 1]; ++v)
        if (keep[v] && counts(n.line, l) && !same_place(at(v), at(n.first)) && !same_place(at(v), at(n.last)) &&
            holds(n, at(v)))
          return true;
    return false;
  }

  bool holds(node const& n, lattice_point const& v) const {
    bool odd = false, on = false;
    const auto add = [&](lattice_point const& a, lattice_point const& b) {
      on = on || is_on(a, b, v);
      if ((a[1] > v[1]) != (b[1] > v[1]))
        odd = odd != ((orientation(a, b, v) > 0) == (b[1] > a[1]));
    };
    add(at(n.last), at(n.first));
    for (std::int64_t i = n.first; i < n.last; ++i)
      add(at(i), at(i + 1));
    return on ? applied_ != rules::open_regions : odd;
  }

  bool has_earlier_twin(node const& n) {
    if (same_place(at(n.first), at(n.last)))
      return false;
    for (node const& m : nodes_) {
      const bool same_ends = (same_place(at(m.first), at(n.first)) && same_place(at(m.last), at(n.last))) ||
                             (same_place(at(m.first), at(n.last)) && same_place(at(m.last), at(n.first)));
      if (!same_ends || !counts(n.line, m.line))
        continue;
      depends_on_order = depends_on_order || (n.line != m.line && !m.is_leaf() && m.distance == n.distance);
      if (before(m, n))
        return true;
    }
    return false;
  }

  /// A closed line splits, and so does the later of its halves.
  bool closes_small_ring(node const& n) const {
    if (n.of_line == part::whole)
      return lines_.is_closed(n.line);
    if (n.of_line != part::half)
      return false;
    for (node const& m : nodes_)
      if (m.line == n.line && m.of_line == part::half && m.first != n.first)
        return m.is_leaf() || before(m, n);
    return false;
  }
};

} // namespace thrustline::test
