// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrust/sort.h>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/hilbert_code.hpp"
#include <thrustline/detail/set_zeros.hpp>

/// The nodes that the closure begins with, the roots of the split trees, and trees of boxes over them. These stay as
/// they are: what a root splits into lies in its box.
namespace thrustline::flow {

/// Hash of the k-th kept point.
struct hash_of_kept {
  plane_lines lines;
  const std::int64_t* kept;
  std::uint32_t* hashes;
  std::int64_t* order;
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    order[k] = k;
    hashes[k] = static_cast<std::uint32_t>(hash_with(0, lines.points[kept[k]]));
  }
};

/// The code along a space-filling curve (Hilbert 1891) of the kept point of entry k, in the box around all points.
struct code_of_kept {
  plane_lines lines;
  const std::int64_t *kept, *order;
  const plane_box* around;
  std::uint32_t* codes;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const plane_point vertex = lines.points[kept[order[k]]];
    const plane_box all = *around;
    const double width = all.high[0] - all.low[0], height = all.high[1] - all.low[1];
    const double extent = width < height ? height : width;
    constexpr int bits = 16;
    const double scale = scale_of_cells(extent, bits);
    codes[k] = hilbert_code(static_cast<std::uint32_t>((vertex[0] - all.low[0]) * scale),
                            static_cast<std::uint32_t>((vertex[1] - all.low[1]) * scale), bits);
  }
};

/// Writes the node from the kept point of entry k to the next one.
struct write_root {
  plane_lines lines;
  const std::int64_t *kept, *order;
  std::int64_t count;
  node_arrays all;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const std::int64_t i = order[k], first = kept[i];
    const bool has_next = i + 1 < count && kept[i + 1] < lines.offsets[lines.line_of(first) + 1];
    all.write(k, reached_node::between(first, has_next ? kept[i + 1] : first), {k, no_node, no_node, 0});
  }
};

/// Writes the roots along the curve, where codes are equal by hashes, so that equal vertices are neighbours. kept: the
/// indices of the kept points.
template <class Policy>
void write_sorted_roots(Policy const& policy, closure_state const& in, const std::int64_t* kept, std::int64_t count) {
  const detail::temporary<std::int64_t, Policy> order(policy, count);
  const detail::temporary<std::uint32_t, Policy> keys(policy, count);
  const auto sort = [&] { thrust::stable_sort_by_key(policy, keys.data(), keys.data() + count, order.data()); };
  const plane_box* around = in.edges.tree.boxes + in.edges.tree.root();
  detail::for_each_index(policy, count, hash_of_kept{in.lines, kept, keys.data(), order.data()});
  sort();
  detail::for_each_index(policy, count, code_of_kept{in.lines, kept, order.data(), around, keys.data()});
  sort();
  detail::for_each_index(policy, count, write_root{in.lines, kept, order.data(), count, in.all});
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
      if (!all.nodes[k].is_leaf())
        enclose(box, all.limits[k].around());
    });
  }
};

/// The trees over the roots.
template <class Policy>
class trees_of_roots {
public:
  trees_of_roots(Policy const& policy, closure_state const& in, std::int64_t count)
      : count_(count), places_(policy, count),
        vertices_(policy, count,
                  [&](plane_box* boxes, std::int64_t n) {
                    for_each_team(policy, n, box_of_vertices{in, count, places_.data(), boxes});
                  }),
        regions_(policy, count,
                 [&](plane_box* boxes, std::int64_t n) {
                   for_each_team(policy, n, box_of_regions{in.all, count, boxes});
                 }),
        has_new_(policy, regions_.tree().count()) {
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
