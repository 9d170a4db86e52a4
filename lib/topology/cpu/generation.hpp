// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "topology/cpu/chain_nodes.hpp"
#include "topology/cpu/chain_strip.hpp"
#include "topology/cpu/packed_boxes.hpp"
#include "topology/cpu/part_offsets.hpp"
#include "topology/cpu/place_order.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::cpu {

/// Search of one thread for nodes that rule 2 splits.
struct due_search {
  chain_boxes const& chains;
  topology apart;
  std::uint8_t* due;                ///< for each region that is searched
  std::vector<std::int64_t> groups; ///< of eight places each, near the regions in hand
};

/// Eight points; places behind the last are NaN, which fails every test.
struct eight_points {
  double x[2][8];
};

/// Vertices and open nodes that were added in the same rounds, along a space-filling curve: the different places of the
/// vertices by eights with a tree of their boxes, and a tree of the boxes of the nodes' chains. The region of a node,
/// what its chord and its chain enclose, is in that box.
class generation {
public:
  generation(int threads, chain_nodes const& nodes, std::vector<listed_node> const& listed) : nodes_(&nodes) {
    const place_order order(threads, listed);
    const auto count = static_cast<std::int64_t>(listed.size());
    list_vertices(threads, order, count);
    list_regions(threads, order, count);
    place_tree_ = packed_boxes(threads, static_cast<std::int64_t>(places_.size()), [&](std::int64_t group) {
      plane_box all = empty_box();
      for (std::int64_t p = 8 * group; p < std::min(8 * group + 8, places()); ++p)
        enclose(all, place(p));
      return all;
    });
  }

  std::int64_t size() const { return static_cast<std::int64_t>(vertices_.size() + regions_.size()); }

  /// Appends its vertices, and its nodes that are still open.
  void move_to(std::vector<listed_node>& listed) const {
    for (const std::int64_t v : vertices_)
      listed.push_back({nodes_->start(v), nodes_->end(v), empty_box(), v, true, false});
    for (std::int64_t r = 0; r < regions(); ++r)
      if (region const& of = regions_[at(r)]; node(of.node).is_open())
        listed.push_back({of.start, of.end, region_tree_.box(r), of.node, false, true});
  }

  std::int64_t regions() const { return static_cast<std::int64_t>(regions_.size()); }
  std::int64_t node_of_region(std::int64_t r) const { return regions_[at(r)].node; }

  /// Rule 2 for the regions [begin, end) of another generation, or of this one: sets due[r] = 1 where the chord and the
  /// chain of a node enclose a vertex, or touch one. begin: a multiple of 8. Eight regions search the tree together.
  void find_due(generation const& other, std::int64_t begin, std::int64_t end, due_search& search) const {
    for (std::int64_t first = begin; first < end; first += 8) {
      search.groups.clear();
      place_tree_.visit(box_limits(other.region_tree_.around(first / 8)),
                        [&](std::int64_t group) { search.groups.push_back(group); });
      for (std::int64_t r = first; r < std::min(first + 8, end); ++r)
        if (!search.due[r])
          search.due[r] = has_vertex_in(other, r, search);
    }
  }

  /// Calls f(node) for the open nodes of another generation that enclose or touch a place of this one.
  template <class F>
  void for_each_node_around(std::int64_t p, generation const& other, due_search const& search, F const& f) const {
    const plane_point point = place(p);
    other.region_tree_.visit(box_limits({point, point}), [&](std::int64_t r) {
      region const& of = other.regions_[at(r)];
      chain_node const& n = node(of.node);
      if (n.is_open() && may_hold_back(p, of, search.apart) && search.chains.enclose_or_touch(n.first, n.last, point))
        f(of.node);
    });
  }

  std::int64_t places() const { return static_cast<std::int64_t>(first_vertices_.size()) - 1; }

  /// The place at a point; -1 if there is none.
  std::int64_t find_place(plane_point const& p) const {
    std::int64_t found = -1;
    place_tree_.visit(box_limits({p, p}), [&](std::int64_t group) {
      for (int k = 0; k < 8; ++k)
        if (places_[at(group)].x[0][k] == p[0] && places_[at(group)].x[1][k] == p[1])
          found = 8 * group + k;
    });
    return found;
  }

  plane_point place(std::int64_t p) const { return {{places_[at(p / 8)].x[0][p % 8], places_[at(p / 8)].x[1][p % 8]}}; }

  std::int64_t vertices_at(std::int64_t place) const {
    return first_vertices_[at(place + 1)] - first_vertices_[at(place)];
  }

  /// Calls f(node) for the vertices at a place.
  template <class F>
  void for_each_vertex(std::int64_t place, F const& f) const {
    for (std::int64_t v = first_vertices_[at(place)]; v < first_vertices_[at(place + 1)]; ++v)
      f(vertices_[at(v)]);
  }

  /// Marks a place where several vertices lie. Returns whether it had no mark.
  bool mark_crowded(std::int64_t place) {
    crowded_.resize(at(places()));
    return !std::exchange(crowded_[at(place)], std::uint8_t(1));
  }

private:
  /// Open node with its ends.
  struct region {
    std::int64_t node;
    plane_point start, end;
  };

  static constexpr std::int64_t part = 1 << 12;

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  chain_node const& node(std::int64_t n) const { return (*nodes_)[n]; }

  void list_vertices(int threads, place_order const& order, std::int64_t count) {
    enum : std::uint8_t { none, vertex, first_at_place };
    std::vector<std::uint8_t> kinds(at(count));
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t k = begin; k < end; ++k)
        if (order[k].is_vertex)
          kinds[at(k)] = k > 0 && same_place(order[k - 1].start, order[k].start) ? vertex : first_at_place;
    });
    const auto counted = [&](std::uint8_t least) {
      return part_offsets(threads, count, part, [&](std::int64_t begin, std::int64_t end) {
        return std::count_if(kinds.begin() + begin, kinds.begin() + end, [&](std::uint8_t k) { return k >= least; });
      });
    };
    const part_offsets vertices = counted(vertex), places = counted(first_at_place);
    vertices_.resize(at(vertices.total()));
    first_vertices_.resize(at(places.total() + 1));
    first_vertices_.back() = vertices.total();
    places_.resize(at((places.total() + 7) / 8));
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      std::int64_t v = vertices.at(begin), p = places.at(begin);
      for (std::int64_t k = begin; k < end; ++k) {
        if (kinds[at(k)] == first_at_place) {
          for (int i = 0; i < 2; ++i)
            places_[at(p / 8)].x[i][p % 8] = order[k].start[i];
          first_vertices_[at(p++)] = v;
        }
        if (kinds[at(k)] != none)
          vertices_[at(v++)] = order[k].node;
      }
    });
    for_each_part(threads, places.total(), part, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t p = begin; p < end; ++p)
        if (vertices_at(p) > 1)
          std::sort(vertices_.begin() + first_vertices_[at(p)], vertices_.begin() + first_vertices_[at(p + 1)],
                    [&](std::int64_t a, std::int64_t b) { return node(a).line < node(b).line; });
    });
    for (std::int64_t p = places.total(); p % 8 != 0; ++p)
      for (double(&x)[8] : places_.back().x)
        x[p % 8] = std::numeric_limits<double>::quiet_NaN();
  }

  void list_regions(int threads, place_order const& order, std::int64_t count) {
    const part_offsets regions(threads, count, part, [&](std::int64_t begin, std::int64_t end) {
      std::int64_t number = 0;
      for (std::int64_t k = begin; k < end; ++k)
        number += order[k].is_open;
      return number;
    });
    regions_.resize(at(regions.total()));
    std::vector<std::int64_t> places(regions_.size()); // in the order
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      std::int64_t r = regions.at(begin);
      for (std::int64_t k = begin; k < end; ++k)
        if (listed_node const& n = order[k]; n.is_open) {
          places[at(r)] = k;
          regions_[at(r++)] = {n.node, n.start, n.end};
        }
    });
    region_tree_ = packed_boxes(threads, regions.total(), [&](std::int64_t r) { return order[places[at(r)]].around; });
  }

  bool has_vertex_in(generation const& other, std::int64_t r, due_search const& search) const {
    const plane_box around = other.region_tree_.box(r);
    const box_limits limits(around);
    region const& of = other.regions_[at(r)];
    chain_node const& n = node(of.node);
    std::optional<chain_strip> strip; // most boxes hold no vertex but the ends
    bool found = false;
    const auto look_at = [&](std::int64_t p) {
      if (found || !may_hold_back(p, of, search.apart))
        return;
      if (!strip)
        strip.emplace(nodes_->lines, search.chains, n.first, n.last, around);
      found = strip->may_hold(place(p)) && search.chains.enclose_or_touch(n.first, n.last, place(p));
    };
    const std::size_t groups = search.groups.size();
    for (std::size_t g = 0; g < groups; g += 8) { // 64 places at a time, as branches on eight would be mispredicted
      std::uint64_t inside = 0;
      for (std::size_t k = g; k < std::min(g + 8, groups); ++k) {
        eight_points const& points = places_[at(search.groups[k])];
        inside |= std::uint64_t(bits_of(limits.meet(points.x, points.x))) << 8 * (k - g);
      }
      for (; inside != 0; inside &= inside - 1) {
        const auto bit = static_cast<std::size_t>(__builtin_ctzll(inside));
        look_at(8 * search.groups[g + bit / 8] + static_cast<std::int64_t>(bit % 8));
      }
    }
    return found;
  }

  /// Whether a vertex at the place, if it is in the region, holds the node back.
  bool may_hold_back(std::int64_t p, region const& of, topology apart) const {
    const plane_point point = place(p);
    return !same_place(point, of.start) && !same_place(point, of.end) &&
           (apart == topology::both || counts(p, node(of.node).line, apart));
  }

  /// Whether a vertex at the place counts for nodes of the line. apart: within or between.
  bool counts(std::int64_t place, std::int64_t line, topology apart) const {
    const auto begin = vertices_.begin() + first_vertices_[at(place)];
    const auto end = vertices_.begin() + first_vertices_[at(place + 1)];
    if (apart == topology::between) // vertices at a place are in order of their lines
      return node(*begin).line != line || node(*(end - 1)).line != line;
    const auto before = [&](std::int64_t v, std::int64_t l) { return node(v).line < l; };
    const auto found = std::lower_bound(begin, end, line, before);
    return found != end && node(*found).line == line;
  }

  chain_nodes const* nodes_;
  std::vector<eight_points> places_;
  std::vector<std::int64_t> first_vertices_; ///< of each place, and the end
  std::vector<std::int64_t> vertices_;       ///< nodes that begin there
  std::vector<std::uint8_t> crowded_;        ///< by place; empty as long as none is
  std::vector<region> regions_;
  packed_boxes place_tree_, region_tree_; ///< of eights of places, and of the chains of nodes
};

} // namespace thrustline::cpu
