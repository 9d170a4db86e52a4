// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "topology/cpu/chain_nodes.hpp"
#include "topology/cpu/each_part.hpp"
#include "topology/cpu/node_region.hpp"
#include "topology/cpu/packed_boxes.hpp"
#include "topology/cpu/place_order.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::cpu {

/// Search of one thread for nodes that rule 2 splits.
struct due_search {
  chain_boxes const& chains;
  topology apart;
  std::uint8_t* due;                ///< for each region that is searched
  std::vector<std::int64_t> eights; ///< of place groups near the regions in hand
};

/// Vertices and open nodes that were added in the same rounds, along a space-filling curve: the different places of the
/// vertices by eights with a tree of their boxes, and the regions of the nodes with a tree of theirs.
class generation {
public:
  generation(int threads, chain_nodes const& nodes, chain_boxes const& chains, std::vector<listed_node> listed)
      : nodes_(&nodes) {
    place_order{listed};
    for (listed_node const& n : listed) {
      if (nodes.is_vertex(n.node))
        add_vertex(n);
      if (nodes[n.node].is_open())
        region_nodes_.push_back(n.node);
    }
    first_vertices_.push_back(static_cast<std::int64_t>(vertices_.size()));
    fill_last_eight();
    std::vector<plane_box> boxes(places_.size(), empty_box());
    for (std::int64_t p = 0; p < places(); ++p)
      enclose(boxes[at(p / 8)], place(p));
    place_tree_ = packed_boxes(std::move(boxes));
    make_regions(threads, chains);
  }

  std::int64_t size() const { return static_cast<std::int64_t>(vertices_.size() + regions_.size()); }

  /// Appends its vertices, and its nodes that are still open.
  void move_to(std::vector<listed_node>& listed) const {
    for (vertex const& v : vertices_)
      listed.push_back({nodes_->start(v.node), v.line, v.node});
    for (const std::int64_t n : region_nodes_)
      if ((*nodes_)[n].is_open() && !nodes_->is_vertex(n))
        listed.push_back({nodes_->start(n), (*nodes_)[n].line, n});
  }

  std::int64_t regions() const { return static_cast<std::int64_t>(regions_.size()); }
  std::int64_t node_of_region(std::int64_t r) const { return region_nodes_[at(r)]; }

  /// Rule 2 for the regions [begin, end) of another generation, or of this one: sets due[r] = 1 where the chord and the
  /// chain of a node enclose a vertex, or touch one. Neighbours among the regions search the tree together.
  void find_due(generation const& other, std::int64_t begin, std::int64_t end, due_search& search) const {
    constexpr std::int64_t together = 8;
    for (std::int64_t first = begin; first < end; first += together) {
      const std::int64_t last = std::min(first + together, end);
      plane_box around = empty_box();
      for (std::int64_t r = first; r < last; ++r)
        enclose(around, other.regions_[at(r)].around());
      search.eights.clear();
      place_tree_.visit_eights(around, [&](std::int64_t eight) { search.eights.push_back(eight); });
      for (std::int64_t r = first; r < last; ++r)
        if (!search.due[r])
          search.due[r] = has_vertex_in(other, r, search);
    }
  }

  /// Calls f(node) for the open nodes of another generation that enclose or touch a place of this one.
  template <class F>
  void for_each_node_around(std::int64_t p, generation const& other, due_search const& search, F const& f) const {
    const plane_point point = place(p);
    other.region_tree_.visit({point, point}, [&](std::int64_t r) {
      const std::int64_t n = other.region_nodes_[at(r)];
      if ((*nodes_)[n].is_open() && other.regions_[at(r)].may_hold(point) && holds((*nodes_)[n], point, p, search))
        f(n);
    });
  }

  std::int64_t places() const { return static_cast<std::int64_t>(first_vertices_.size()) - 1; }

  /// The place at a point; -1 if there is none.
  std::int64_t find_place(plane_point const& p) const {
    std::int64_t found = -1;
    place_tree_.visit({p, p}, [&](std::int64_t group) {
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
      f(vertices_[at(v)].node);
  }

  /// Marks a place where several vertices lie. Returns whether it had no mark.
  bool mark_crowded(std::int64_t place) {
    crowded_.resize(at(places()));
    return !std::exchange(crowded_[at(place)], std::uint8_t(1));
  }

private:
  struct vertex {
    std::int64_t line, node;
  };

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  void add_vertex(listed_node const& n) {
    const auto places = static_cast<std::int64_t>(first_vertices_.size());
    if (places == 0 || !same_place(place(places - 1), n.start)) {
      if (places % 8 == 0)
        places_.emplace_back();
      for (int k = 0; k < 2; ++k)
        places_.back().x[k][places % 8] = n.start[k];
      first_vertices_.push_back(static_cast<std::int64_t>(vertices_.size()));
    }
    vertices_.push_back({n.line, n.node});
  }

  void fill_last_eight() {
    for (std::int64_t p = places(); p % 8 != 0; ++p)
      for (double(&x)[8] : places_.back().x)
        x[p % 8] = std::numeric_limits<double>::quiet_NaN();
  }

  void make_regions(int threads, chain_boxes const& chains) {
    regions_.resize(region_nodes_.size());
    std::vector<plane_box> boxes(regions_.size());
    for_each_part(threads, regions(), 1 << 10, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t r = begin; r < end; ++r) {
        chain_node const& n = (*nodes_)[region_nodes_[at(r)]];
        regions_[at(r)] = node_region(nodes_->lines, chains, n.first, n.last);
        boxes[at(r)] = regions_[at(r)].around();
      }
    });
    region_tree_ = packed_boxes(std::move(boxes));
  }

  bool has_vertex_in(generation const& other, std::int64_t r, due_search const& search) const {
    node_region const& region = other.regions_[at(r)];
    chain_node const& n = (*nodes_)[other.region_nodes_[at(r)]];
    bool found = false;
    for (const std::int64_t eight : search.eights)
      place_tree_.visit_eight(eight, region.around(), [&](std::int64_t group) {
        eight_points const& points = places_[at(group)];
        for_each_true(region.may_hold(points), [&](int k) {
          found = found || holds(n, {{points.x[0][k], points.x[1][k]}}, 8 * group + k, search);
        });
      });
    return found;
  }

  bool holds(chain_node const& n, plane_point const& p, std::int64_t place, due_search const& search) const {
    return !same_place(p, nodes_->lines.points[n.first]) && !same_place(p, nodes_->lines.points[n.last]) &&
           counts(place, n.line, search.apart) && search.chains.enclose_or_touch(n.first, n.last, p);
  }

  /// Whether a vertex at the place may hold back a node of the line.
  bool counts(std::int64_t place, std::int64_t line, topology apart) const {
    if (apart == topology::both)
      return true;
    const auto begin = vertices_.begin() + first_vertices_[at(place)];
    const auto end = vertices_.begin() + first_vertices_[at(place + 1)];
    if (apart == topology::between) // vertices at a place are in order of their lines
      return begin->line != line || (end - 1)->line != line;
    const auto found = std::lower_bound(begin, end, line, [](vertex const& v, std::int64_t l) { return v.line < l; });
    return found != end && found->line == line;
  }

  chain_nodes const* nodes_;
  std::vector<eight_points> places_;
  std::vector<std::int64_t> first_vertices_; ///< of each place, and the end
  std::vector<vertex> vertices_;
  std::vector<std::uint8_t> crowded_; ///< by place; empty as long as none is
  std::vector<std::int64_t> region_nodes_;
  std::vector<node_region> regions_;
  packed_boxes place_tree_, region_tree_; ///< of eights of places, and of regions
};

} // namespace thrustline::cpu
