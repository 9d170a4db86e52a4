// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/cpu/prefetch.hpp"
#include "core/cpu/uninitialised_vector.hpp"
#include "topology/cpu/chain_nodes.hpp"
#include "topology/cpu/chain_strip.hpp"
#include "topology/cpu/packed_boxes.hpp"
#include "topology/cpu/part_offsets.hpp"
#include "topology/cpu/place_order.hpp"
#include <thrustline/topology.hpp>

namespace thrustline::cpu {

/// Search of one thread for nodes that rule 2 splits.
struct due_search {
  /// Place in the box of a region's chain.
  struct candidate {
    std::int64_t region, place;
  };
  static constexpr std::size_t most_candidates = 1 << 12; ///< examined once reached; a group may exceed it by seven

  chain_boxes const& chains;
  topology scope;
  bool among_all_vertices;             ///< every vertex is searched, so a region's own ends are among its places
  std::uint8_t* due;                   ///< for each region that is searched
  std::vector<std::int64_t> groups{};  ///< groups of eight places near the regions in hand
  std::vector<candidate> candidates{}; ///< candidates that wait while the points of their chains are prefetched
};

/// Vertices and open nodes that were added in the same rounds, along a space-filling curve: the different places of the
/// vertices in groups of eight with a tree of their boxes, and a tree of the boxes of the nodes' chains. The region of
/// a node, what its chord and its chain enclose, is in that box.
class generation {
public:
  generation(int threads, chain_nodes const& nodes, float_frame const& frame,
             uninitialised_vector<listed_node> const& listed)
      : nodes_(&nodes), frame_(frame) {
    list(threads, place_order(threads, listed), static_cast<std::int64_t>(listed.size()));
    place_tree_ = packed_boxes(threads, static_cast<std::int64_t>(eights_.size()), [&](std::int64_t group) {
      float_box all = empty_box<float>();
      for (std::int64_t p = 8 * group; p < std::min(8 * group + 8, places()); ++p)
        enclose(all, frame_(place(p)));
      return all;
    });
  }

  std::int64_t size() const { return static_cast<std::int64_t>(vertices_.size() + regions_.size()); }

  /// Appends its vertices, and its nodes that are still open.
  void move_to(uninitialised_vector<listed_node>& listed) const {
    for (const std::int64_t v : vertices_)
      listed.push_back({nodes_->start(v), empty_box<float>(), v, true, false, false});
    for (std::int64_t r = 0; r < regions(); ++r)
      if (const std::int64_t n = regions_[at(r)]; node(n).is_open())
        listed.push_back({nodes_->start(n), region_tree_.box(r), n, false, true, nodes_->is_loop(n)});
  }

  std::int64_t regions() const { return static_cast<std::int64_t>(regions_.size()); }
  std::int64_t node_of_region(std::int64_t r) const { return regions_[at(r)]; }

  /// Rule 2 for the regions [begin, end) of another generation, or of this one: sets due[r] = 1 where the chord and the
  /// chain of a node enclose a vertex, or touch one. begin: a multiple of 8.
  void find_due(generation const& other, std::int64_t begin, std::int64_t end, due_search& search) const {
    // Neighbours among a few regions are far from each other.
    const std::int64_t together = 8 * other.regions() < places() ? 1 : 8;
    search.candidates.clear();
    for (std::int64_t first = begin; first < end; first += together) {
      search.groups.clear();
      place_tree_.visit(
          box_limits(together == 1 ? other.region_tree_.box(first) : other.region_tree_.around(first / 8)),
          [&](std::int64_t group) { search.groups.push_back(group); });
      for (std::int64_t r = first; r < std::min(first + together, end); ++r)
        if (!search.due[r])
          list_candidates(other, r, search);
    }
    examine_candidates(other, search);
  }

  /// Calls f(node) for the open nodes of another generation that enclose or touch a place of this one.
  template <class F>
  void for_each_node_around(std::int64_t p, generation const& other, chain_boxes const& chains, topology scope,
                            F const& f) const {
    const plane_point point = place(p);
    const float_point rounded = frame_(point);
    other.region_tree_.visit(box_limits({rounded, rounded}), [&](std::int64_t r) {
      chain_node const& n = node(other.regions_[at(r)]);
      if (n.is_open() && may_hold_back(p, n, scope) && chains.enclose_or_touch(n.first, n.last, point))
        f(other.regions_[at(r)]);
    });
  }

  std::int64_t places() const { return static_cast<std::int64_t>(first_vertices_.size()) - 1; }

  /// The place at a point; -1 if there is none.
  std::int64_t find_place(plane_point const& p) const {
    std::int64_t found = -1;
    const float_point rounded = frame_(p);
    const box_limits limits({rounded, rounded});
    place_tree_.visit(limits, [&](std::int64_t group) {
      for_each_true(limits.hold(eights_[at(group)]), [&](int k) {
        if (same_place(place(8 * group + k), p))
          found = 8 * group + k;
      });
    });
    return found;
  }

  plane_point const& place(std::int64_t p) const { return places_[at(p)]; }

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
  bool mark_crowded(std::int64_t place) { return !std::exchange(crowded_[at(place)], std::uint8_t(1)); }

private:
  static constexpr std::int64_t part = 1 << 12;

  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  chain_node const& node(std::int64_t n) const { return (*nodes_)[n]; }

  /// What a listed node is, as bits.
  enum : std::uint8_t { is_vertex = 1, is_first_at_place = 2, is_open = 4 };

  static std::vector<std::uint8_t> kinds_of(int threads, place_order const& order, std::int64_t count) {
    std::vector<std::uint8_t> kinds(at(count));
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      order.for_each(begin, end, [&](std::int64_t k, listed_node const& n) {
        std::uint8_t kind = n.is_open ? is_open : 0;
        if (n.is_vertex) {
          const bool is_first = k == 0 || !same_place(order[k - 1].start, n.start);
          kind |= is_first ? is_vertex | is_first_at_place : is_vertex;
        }
        kinds[at(k)] = kind;
      });
    });
    return kinds;
  }

  void list(int threads, place_order const& order, std::int64_t count) {
    const std::vector<std::uint8_t> kinds = kinds_of(threads, order, count);
    const auto counted = [&](std::uint8_t kind) {
      return part_offsets(threads, count, part, [&](std::int64_t begin, std::int64_t end) {
        return std::count_if(kinds.begin() + begin, kinds.begin() + end, [&](std::uint8_t k) { return k & kind; });
      });
    };
    const part_offsets vertices = counted(is_vertex), places = counted(is_first_at_place), regions = counted(is_open);
    vertices_.resize(at(vertices.total()));
    first_vertices_.resize(at(places.total() + 1));
    first_vertices_.back() = vertices.total();
    places_.resize(at(places.total()));
    crowded_.resize(places_.size());
    eights_.resize(at((places.total() + 7) / 8));
    regions_.resize(at(regions.total()));
    is_loop_.resize(regions_.size());
    uninitialised_vector<float_box> boxes(regions_.size());
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      std::int64_t v = vertices.at(begin), p = places.at(begin), r = regions.at(begin);
      order.for_each(begin, end, [&](std::int64_t k, listed_node const& n) {
        const std::uint8_t kind = kinds[at(k)];
        if (kind & is_first_at_place) {
          places_[at(p)] = n.start;
          eights_[at(p / 8)].set(static_cast<int>(p % 8), frame_(n.start));
          first_vertices_[at(p++)] = v;
        }
        if (kind & is_vertex)
          vertices_[at(v++)] = n.node;
        if (kind & is_open) {
          boxes[at(r)] = n.around;
          is_loop_[at(r)] = n.is_open_loop;
          regions_[at(r++)] = n.node;
        }
      });
    });
    for (std::int64_t p = places.total(); p % 8 != 0; ++p)
      eights_.back().set(static_cast<int>(p % 8), {{nowhere, nowhere}});
    sort_vertices_by_lines(threads);
    region_tree_ = packed_boxes(threads, regions.total(), [&](std::int64_t r) { return boxes[at(r)]; });
  }

  void sort_vertices_by_lines(int threads) {
    for_each_part(threads, places(), part, [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t p = begin; p < end; ++p)
        if (vertices_at(p) > 1)
          std::sort(vertices_.begin() + first_vertices_[at(p)], vertices_.begin() + first_vertices_[at(p + 1)],
                    [&](std::int64_t a, std::int64_t b) { return node(a).line < node(b).line; });
    });
  }

  /// Lists the places in the box of a region's chain. Most boxes hold the ends of the node alone, and are done with
  /// when their places are counted.
  void list_candidates(generation const& other, std::int64_t r, due_search& search) const {
    const box_limits limits(other.region_tree_.box(r));
    eight_truths counts{}; // -1 for each place in the box
    for (const std::int64_t group : search.groups)
      counts += limits.hold(eights_[at(group)]);
    int in_box = 0;
    for (int k = 0; k < 8; ++k)
      in_box -= counts[k];
    if (in_box == 0 || (search.among_all_vertices && in_box == 2 - other.is_loop_[at(r)]))
      return;
    prefetch(&node(other.regions_[at(r)]), 1);
    for (const std::int64_t group : search.groups) {
      for_each_true(limits.hold(eights_[at(group)]), [&](int k) { search.candidates.push_back({r, 8 * group + k}); });
      if (search.candidates.size() < due_search::most_candidates)
        continue;
      examine_candidates(other, search);
      if (search.due[r])
        return;
    }
  }

  /// Sets due[r] = 1 for the regions that enclose or touch one of their candidates.
  void examine_candidates(generation const& other, due_search& search) const {
    const auto node_of = [&](std::int64_t r) -> chain_node const& { return node(other.regions_[at(r)]); };
    std::int64_t last = -1; // region in hand
    for (auto const& [r, p] : search.candidates) {
      prefetch(&place(p), 1);
      if (chain_node const& n = node_of(r); std::exchange(last, r) != r && n.last - n.first < chain_boxes::long_chain)
        prefetch(nodes_->lines.points + n.first, n.last - n.first + 1);
    }
    last = -1;
    std::optional<chain_strip> strip;
    for (auto const& [r, p] : search.candidates) {
      chain_node const& n = node_of(r);
      if (search.due[r] || !may_hold_back(p, n, search.scope))
        continue;
      if (std::exchange(last, r) != r)
        strip.emplace(nodes_->lines, search.chains, n.first, n.last);
      search.due[r] = strip->may_hold(place(p)) && search.chains.enclose_or_touch(n.first, n.last, place(p));
    }
    search.candidates.clear();
  }

  /// Whether a vertex at the place, if it is in the region of the node, holds the node back.
  bool may_hold_back(std::int64_t p, chain_node const& n, topology scope) const {
    const plane_point point = place(p);
    const plane_point* const points = nodes_->lines.points;
    return !same_place(point, points[n.first]) && !same_place(point, points[n.last]) &&
           (scope == topology::both || counts(p, n.line, scope));
  }

  /// Whether a vertex at the place counts for nodes of the line. scope: within or between.
  bool counts(std::int64_t place, std::int64_t line, topology scope) const {
    const auto begin = vertices_.begin() + first_vertices_[at(place)];
    const auto end = vertices_.begin() + first_vertices_[at(place + 1)];
    if (scope == topology::between) // vertices at a place are in order of their lines
      return node(*begin).line != line || node(*(end - 1)).line != line;
    const auto before = [&](std::int64_t v, std::int64_t l) { return node(v).line < l; };
    const auto found = std::lower_bound(begin, end, line, before);
    return found != end && node(*found).line == line;
  }

  chain_nodes const* nodes_;
  float_frame frame_;
  uninitialised_vector<plane_point> places_;
  uninitialised_vector<eight_points> eights_;         ///< the places; behind the last they are NaN
  uninitialised_vector<std::int64_t> first_vertices_; ///< where the vertices of each place begin, and the end
  uninitialised_vector<std::int64_t> vertices_;       ///< nodes that begin there
  std::vector<std::uint8_t> crowded_;                 ///< for each place: 1 if it is marked
  uninitialised_vector<std::int64_t> regions_;        ///< open nodes
  uninitialised_vector<std::uint8_t> is_loop_;        ///< for each region: 1 if its node ends where it begins
  packed_boxes place_tree_, region_tree_;             ///< boxes of eight places each; boxes of the chains of nodes
};

} // namespace thrustline::cpu
