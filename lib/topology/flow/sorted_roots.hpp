// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/order_of_roots.hpp"
#include <thrustline/detail/set_zeros.hpp>

/// Trees of boxes over the roots, the nodes that the closure begins with, in their order along a curve. These stay as
/// they are: what a root splits into lies in its box.
namespace thrustline::flow {

/// Roots along the curve, and trees over the places where they begin and over the boxes of their regions.
struct sorted_roots {
  static constexpr int bits = 5;
  static constexpr std::int64_t fan_out = box_tree<bits>::fan_out;

  order_of_roots order;
  const plane_point* places; ///< of the vertices in order; NaN where those before it at the same place count for it
  std::int64_t count;
  box_tree<bits> vertices, regions;
  std::uint32_t* has_new; ///< for each box of `regions`: 1 if searches look at a vertex that was added in it, else 0

  THRUSTLINE_HD plane_point place(std::int64_t p) const { return load_aligned(places, p); }
};

inline constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

/// Makes the boxes around the vertices of 32 roots and around their regions; leaves have none. Writes the positions of
/// the roots, and the places of their vertices.
struct boxes_of_roots {
  closure_state in;
  order_of_roots order;
  std::int64_t count;
  plane_point* places;
  plane_box *vertices, *regions;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    constexpr std::int64_t fan_out = sorted_roots::fan_out;
    const std::int64_t begin = b * fan_out, end = begin + fan_out < count ? begin + fan_out : count;
    plane_box vertices_here = empty_box(), regions_here = empty_box();
    for (std::int64_t p = begin + team.lane(); p < end; p += Team::size) {
      const std::int64_t n = order.roots[p];
      order.positions[n] = p;
      const region_limits limits = load_aligned(in.all.limits, n);
      const plane_point place = repeats(p, limits.vertex()) ? plane_point{{nowhere, nowhere}} : limits.vertex();
      places[p] = place;
      enclose(vertices_here, place);          // NaN changes no box
      enclose(regions_here, limits.around()); // nor does an empty box
    }
    const plane_box all_vertices = around_all(team, vertices_here), all_regions = around_all(team, regions_here);
    if (team.lane() == 0) {
      vertices[b] = all_vertices;
      regions[b] = all_regions;
    }
  }

private:
  /// Whether vertices before it at the same place make the vertex at position p redundant: each node that it counts
  /// for, they count for too. If only other lines count, the first vertex at a place and the first of another line are
  /// needed.
  THRUSTLINE_HD bool repeats(std::int64_t p, plane_point const& place) const {
    if (p == 0 || !is_at(p - 1, place))
      return false;
    if (in.scope == topology::both || share_line(p - 1, p))
      return true;
    for (std::int64_t i = p - 2; in.scope == topology::between && i >= 0 && is_at(i, place); --i)
      if (!share_line(i, p - 1))
        return true;
    return false;
  }

  THRUSTLINE_HD bool share_line(std::int64_t i, std::int64_t p) const {
    return in.share_line(order.roots[i], order.roots[p]);
  }
  THRUSTLINE_HD bool is_at(std::int64_t i, plane_point const& place) const {
    return detail::same_place(in.all.limits[order.roots[i]].vertex(), place);
  }
};

/// The memory of the order and of the trees over the roots.
template <class Policy>
class trees_of_roots {
public:
  trees_of_roots(Policy const& policy, std::int64_t count)
      : count_(count), a_(policy, count), b_(policy, count), places_(policy, count), vertices_(policy, count),
        regions_(policy, count), has_new_(policy, regions_.tree().count()) {}

  /// Makes the keys of the roots of the kept points. Neither this nor sort() takes memory on a device, so side_work may
  /// do them.
  void make_keys(Policy const& policy, sort_on_curve<Policy> const& by, closure_state const& in,
                 const std::int64_t* kept) const {
    by.make_keys(policy, in, kept, a_.data());
  }

  void sort(Policy const& policy, sort_on_curve<Policy> const& by) {
    order_.roots = by.sort(policy, a_.data(), b_.data());
    order_.positions = order_.roots == a_.data() ? b_.data() : a_.data();
    detail::set_zeros(policy, has_new_.data(), regions_.tree().count());
  }

  /// Makes the trees, once the roots are written and sorted.
  void make(Policy const& policy, closure_state const& in) const {
    for_each_team<16>(
        policy, regions_.tree().size_of(0),
        boxes_of_roots{in, order_, count_, places_.data(), vertices_.first_level(), regions_.first_level()});
    regions_.make_above_first(policy, vertices_);
  }

  sorted_roots view() const {
    return {order_, places_.data(), count_, vertices_.tree(), regions_.tree(), has_new_.data()};
  }

private:
  std::int64_t count_;
  detail::temporary<std::int64_t, Policy> a_, b_; ///< the roots in order and their positions, or the other way round
  order_of_roots order_{};
  detail::temporary<plane_point, Policy> places_;
  box_levels<sorted_roots::bits, Policy> vertices_, regions_;
  detail::temporary<std::uint32_t, Policy> has_new_; // devices store bytes atomically by a loop
};

} // namespace thrustline::flow
