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

/// The nodes that the closure begins with, the roots of the split trees, and trees of boxes over them. These stay as
/// they are: what a root splits into lies in its box.
namespace thrustline::flow {

/// The order of the k-th kept point: along a space-filling curve (Hilbert 1891) in the box around all points, in a cell
/// of it by a hash of the place. The item to sort is k.
struct order_of_kept {
  static constexpr int curve_bits = 16; ///< for each coordinate
  static constexpr int hash_bits = 16;  ///< 48 bits with the curve: six passes of a radix sort
  static constexpr int bits = 2 * curve_bits + hash_bits;

  const plane_point* points;
  const std::int64_t* kept;
  const plane_box* around;
  std::uint64_t* keys;
  std::int64_t* items;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const plane_point place = points[kept[k]];
    const plane_box all = *around;
    const double width = all.high[0] - all.low[0], height = all.high[1] - all.low[1];
    const double scale = scale_of_cells(width < height ? height : width, curve_bits);
    const auto cell = [&](int d) { return static_cast<std::uint32_t>((place[d] - all.low[d]) * scale); };
    const std::uint64_t code = hilbert_code(cell(0), cell(1), curve_bits);
    keys[k] = code << hash_bits | hash_with(0, place) >> (64 - hash_bits);
    items[k] = k;
  }
};

/// Marks the first point of line l.
struct mark_start {
  const std::int64_t* offsets;
  std::uint8_t* starts;
  THRUSTLINE_HD void operator()(std::int64_t l) const {
    if (offsets[l] < offsets[l + 1])
      starts[offsets[l]] = 1;
  }
};

/// Writes the node from kept point items[n] to the next one of its line, with the limits of its region. This relies on
/// the mask: the first point of each line is kept.
struct write_root {
  const std::int64_t *kept, *items;
  std::int64_t count;
  const std::uint8_t* starts; ///< 1 for the first point of each line
  limits_of_nodes limits;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t n) const {
    const std::int64_t k = items[n], first = kept[k], next = k + 1 < count ? kept[k + 1] : first;
    const reached_node node{first, starts[next] != 0 ? first : next};
    if (team.lane() == 0)
      limits.all.write(n, node, {n, no_node, no_node, 0});
    limits.write(team, n, node);
  }
};

/// Sorts items by their keys. Returns where they are then: in `items` or in `others`.
template <class Policy>
const std::int64_t* sort_items(Policy const& policy, std::uint64_t* keys, std::int64_t* items,
                               [[maybe_unused]] std::int64_t* others, std::int64_t count) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    const detail::temporary<std::uint64_t, Policy> other_keys(policy, count);
    cub::DoubleBuffer<std::uint64_t> of_keys(keys, other_keys.data());
    cub::DoubleBuffer<std::int64_t> of_items(items, others);
    detail::call_cub(policy, "cub::DeviceRadixSort::SortPairs",
                     [&](void* storage, std::size_t& bytes, cudaStream_t stream) {
                       return cub::DeviceRadixSort::SortPairs(storage, bytes, of_keys, of_items, count, 0,
                                                              order_of_kept::bits, stream);
                     });
    return of_items.Current();
#endif
  } else {
    thrust::stable_sort_by_key(policy, keys, keys + count, items);
    return items;
  }
}

/// Writes the roots along the curve. Equal vertices are neighbours, unless another one in their cell of the curve has
/// their hash, too. kept: the indices of the kept points. starts: 1 for the first point of each line.
template <class Policy>
void write_sorted_roots(Policy const& policy, closure_state const& in, const std::uint8_t* starts,
                        const std::int64_t* kept, std::int64_t count) {
  const detail::temporary<std::int64_t, Policy> items(policy, count), others(policy, count);
  const detail::temporary<std::uint64_t, Policy> keys(policy, count);
  const plane_box* around = in.edges.tree.boxes + in.edges.tree.root();
  detail::for_each_index(policy, count, order_of_kept{in.lines.points, kept, around, keys.data(), items.data()});
  const std::int64_t* sorted = sort_items(policy, keys.data(), items.data(), others.data(), count);
  for_each_team<2>(policy, count, write_root{kept, sorted, count, starts, {in.edges, in.all}});
}

/// Roots along the curve, and trees over the places where they begin and over the boxes of their regions.
struct sorted_roots {
  static constexpr int bits = 5;
  static constexpr std::int64_t fan_out = box_tree<bits>::fan_out;

  const plane_point* places; ///< of their vertices; NaN where those before it at the same place count for it
  std::int64_t count;
  box_tree<bits> vertices, regions;
  std::uint32_t* has_new; ///< for each box of `regions`: 1 if searches look at a vertex that was added in it, else 0
};

inline constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

/// Writes the places of the vertices in box b, and makes it.
struct box_of_vertices {
  closure_state in;
  std::int64_t count;
  plane_point* places;
  plane_box* boxes;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    make_box<sorted_roots::fan_out>(team, b, count, boxes, [&](plane_box& box, std::int64_t k) {
      places[k] = repeats(k) ? plane_point{{nowhere, nowhere}} : in.vertex(k);
      enclose(box, places[k]); // NaN changes no box
    });
  }

private:
  /// Whether vertices before it at the same place make vertex k redundant: each node that it counts for, they count for
  /// too. If only other lines count, the first vertex at a place and the first of another line are needed.
  THRUSTLINE_HD bool repeats(std::int64_t k) const {
    if (k == 0 || !same_place(k - 1, k))
      return false;
    if (in.scope == topology::both || in.share_line(k - 1, k))
      return true;
    for (std::int64_t i = k - 2; in.scope == topology::between && i >= 0 && same_place(i, k); --i)
      if (!in.share_line(i, k - 1))
        return true;
    return false;
  }

  THRUSTLINE_HD bool same_place(std::int64_t i, std::int64_t k) const {
    return detail::same_place(in.vertex(i), in.vertex(k));
  }
};

/// Makes box b around the regions of roots; leaves have none.
struct box_of_regions {
  node_arrays all;
  std::int64_t count;
  plane_box* boxes;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    make_box<sorted_roots::fan_out>(team, b, count, boxes, [&](plane_box& box, std::int64_t k) {
      if (all.nodes[k].has_points_inside())
        enclose(box, all.limits[k].around());
    });
  }
};

/// The memory of the trees over the roots.
template <class Policy>
class trees_of_roots {
public:
  trees_of_roots(Policy const& policy, std::int64_t count)
      : count_(count), places_(policy, count), vertices_(policy, count), regions_(policy, count),
        has_new_(policy, regions_.tree().count()) {}

  /// Makes the trees. This takes no memory, so side_work may do it.
  void make(Policy const& policy, closure_state const& in) const {
    vertices_.make(policy, [&](plane_box* boxes, std::int64_t n) {
      for_each_team(policy, n, box_of_vertices{in, count_, places_.data(), boxes});
    });
    regions_.make(policy, [&](plane_box* boxes, std::int64_t n) {
      for_each_team(policy, n, box_of_regions{in.all, count_, boxes});
    });
    detail::set_zeros(policy, has_new_.data(), regions_.tree().count());
  }

  sorted_roots view() const { return {places_.data(), count_, vertices_.tree(), regions_.tree(), has_new_.data()}; }

private:
  std::int64_t count_;
  detail::temporary<plane_point, Policy> places_;
  box_levels<sorted_roots::bits, Policy> vertices_, regions_;
  detail::temporary<std::uint32_t, Policy> has_new_; // devices store bytes atomically by a loop
};

} // namespace thrustline::flow
