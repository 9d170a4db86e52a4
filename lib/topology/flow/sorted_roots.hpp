// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#endif
#include <thrust/sort.h>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/grow_trees.hpp"
#include "topology/flow/hilbert_code.hpp"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/set_zeros.hpp>

/// The nodes that the closure begins with, the roots of the split trees, in the order of the kept points; their order
/// along a space-filling curve; and trees of boxes over them in that order. These stay as they are: what a root splits
/// into lies in its box.
namespace thrustline::flow {

/// Writes root n, the node from the n-th kept point to the next one of its line, with the limits of its region. This
/// relies on the mask: the first point of each line is kept.
struct write_root {
  const std::int64_t* kept;
  std::int64_t count;
  const std::uint8_t* starts; ///< 1 for the first point of each line
  limits_of_nodes limits;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t n) const {
    const std::int64_t first = kept[n], next = n + 1 < count ? kept[n + 1] : first;
    const reached_node node{first, starts[next] != 0 ? first : next};
    if (team.lane() == 0)
      limits.all.write(n, node, {n, no_node, no_node, 0});
    limits.write(team, n, node);
  }
};

/// The key of root n: the cell of its vertex along a space-filling curve (Hilbert 1891) in the box around all points,
/// then a hash of the place.
struct key_on_curve {
  static constexpr int curve_bits = 16; ///< for each coordinate
  static constexpr int hash_bits = 8;   ///< 40 bits with the curve: five passes of a radix sort
  static constexpr int bits = 2 * curve_bits + hash_bits;

  const plane_point* points;
  const std::int64_t* kept;
  const plane_box* around;
  std::uint64_t* keys;
  std::int64_t* roots;

  THRUSTLINE_HD void operator()(std::int64_t n) const {
    const plane_point place = points[kept[n]];
    const plane_box all = *around;
    const double width = all.high[0] - all.low[0], height = all.high[1] - all.low[1];
    const double scale = scale_of_cells(width < height ? height : width, curve_bits);
    const auto cell = [&](int d) { return static_cast<std::uint32_t>((place[d] - all.low[d]) * scale); };
    const std::uint64_t code = hilbert_code(cell(0), cell(1), curve_bits);
    keys[n] = code << hash_bits | hash_with(0, place) >> (64 - hash_bits);
    roots[n] = n;
  }
};

/// The roots along the curve. Equal vertices are neighbours, unless another one in their cell of the curve has their
/// hash, too.
struct order_of_roots {
  std::int64_t* roots;     ///< the root at each position
  std::int64_t* positions; ///< the position of each root
};

/// Sorts roots along the curve.
template <class Policy>
class sort_on_curve {
public:
  sort_on_curve(Policy const& policy, std::int64_t count)
      : count_(count), keys_(policy, count), other_keys_(policy, detail::is_cuda<Policy> ? count : 0),
        storage_(policy, bytes_of_storage(count)) {}

  /// Makes the keys of the roots of the kept points, and writes their numbers to `roots`.
  void make_keys(Policy const& policy, closure_state const& in, const std::int64_t* kept, std::int64_t* roots) const {
    const plane_box* around = in.edges.tree.boxes + in.edges.tree.root();
    detail::for_each_index(policy, count_, key_on_curve{in.lines.points, kept, around, keys_.data(), roots});
  }

  /// Sorts the numbers by their keys. Returns where they are then: in `roots` or in `others`. This takes no memory on a
  /// device, so side_work may do it.
  std::int64_t* sort(Policy const& policy, std::int64_t* roots, [[maybe_unused]] std::int64_t* others) const {
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      cub::DoubleBuffer<std::uint64_t> keys(keys_.data(), other_keys_.data());
      cub::DoubleBuffer<std::int64_t> numbers(roots, others);
      std::size_t bytes = static_cast<std::size_t>(bytes_of_storage(count_));
      detail::check_cuda(cub::DeviceRadixSort::SortPairs(storage_.data(), bytes, keys, numbers, count_, 0,
                                                         key_on_curve::bits, detail::stream_of(policy)),
                         sort_name);
      return numbers.Current();
#endif
    } else {
      thrust::stable_sort_by_key(policy, keys_.data(), keys_.data() + count_, roots);
      return roots;
    }
  }

private:
  static std::ptrdiff_t bytes_of_storage([[maybe_unused]] std::int64_t count) {
    std::size_t bytes = 0;
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      cub::DoubleBuffer<std::uint64_t> keys;
      cub::DoubleBuffer<std::int64_t> roots;
      detail::check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, roots, count, 0, key_on_curve::bits),
                         sort_name);
#endif
    }
    return static_cast<std::ptrdiff_t>(bytes);
  }

  static constexpr const char* sort_name = "cub::DeviceRadixSort::SortPairs";

  std::int64_t count_;
  detail::temporary<std::uint64_t, Policy> keys_, other_keys_;
  detail::temporary<unsigned char, Policy> storage_;
};

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
      places[p] = repeats(p) ? plane_point{{nowhere, nowhere}} : in.vertex(n);
      enclose(vertices_here, places[p]); // NaN changes no box
      if (in.all.nodes[n].has_points_inside())
        enclose(regions_here, in.all.limits[n].around());
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
  THRUSTLINE_HD bool repeats(std::int64_t p) const {
    if (p == 0 || !same_place(p - 1, p))
      return false;
    if (in.scope == topology::both || share_line(p - 1, p))
      return true;
    for (std::int64_t i = p - 2; in.scope == topology::between && i >= 0 && same_place(i, p); --i)
      if (!share_line(i, p - 1))
        return true;
    return false;
  }

  THRUSTLINE_HD bool share_line(std::int64_t i, std::int64_t p) const {
    return in.share_line(order.roots[i], order.roots[p]);
  }
  THRUSTLINE_HD bool same_place(std::int64_t i, std::int64_t p) const {
    return detail::same_place(in.vertex(order.roots[i]), in.vertex(order.roots[p]));
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
