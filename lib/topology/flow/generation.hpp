// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrust/sort.h>

#include "topology/flow/round_state.hpp"
#include "topology/flow/spread_bits.hpp"

namespace thrustline::flow {

inline constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

/// Hash of the vertex where node `begin` + k begins.
struct hash_of_vertex {
  round_state in;
  std::int64_t begin;
  std::uint32_t* hashes;
  std::int64_t* numbers;
  THRUSTLINE_HD void operator()(std::int64_t k) const {
    numbers[k] = begin + k;
    hashes[k] = static_cast<std::uint32_t>(hash_with(0, in.vertex(begin + k)));
  }
};

/// The code along a space-filling curve (Morton 1966) of the k-th vertex, in the box around all points.
struct code_of_vertex {
  round_state in;
  const plane_box* around;
  const std::int64_t* numbers;
  std::uint32_t* codes;

  THRUSTLINE_HD void operator()(std::int64_t k) const {
    const plane_point vertex = in.vertex(numbers[k]);
    const plane_box all = *around;
    const double width = all.high[0] - all.low[0], height = all.high[1] - all.low[1];
    const double extent = width < height ? height : width;
    constexpr double least_extent = 1e-290; // so that the scale is finite
    const double scale = extent > least_extent ? 65535 / extent : 0;
    std::uint64_t code = 0;
    for (int d = 0; d < 2; ++d)
      code |= spread_bits(static_cast<std::uint32_t>((vertex[d] - all.low[d]) * scale)) << d;
    codes[k] = static_cast<std::uint32_t>(code);
  }
};

/// Nodes along the curve, and trees over the places where they begin and over the boxes of their regions. A place
/// is NaN where vertices before it at the same place do.
struct sorted_nodes {
  static constexpr int bits = 5;
  static constexpr std::int64_t fan_out = box_tree<bits>::fan_out;

  const std::int64_t* numbers;
  const plane_point* places;
  std::int64_t count;
  box_tree<bits> vertices, regions;
};

/// Writes the places of the vertices in box b, and makes it.
struct box_of_vertices {
  round_state in;
  const std::int64_t* numbers;
  std::int64_t count;
  plane_point* places;
  plane_box* boxes;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    make_first_box<sorted_nodes::fan_out>(team, b, count, boxes, [&](plane_box& box, std::int64_t k) {
      places[k] = repeats(k) ? plane_point{{nowhere, nowhere}} : in.vertex(numbers[k]);
      enclose(box, places[k]); // NaN changes no box
    });
  }

private:
  /// Whether vertices before it at the same place do: they count wherever it counts. If only other lines count, the
  /// first vertex at a place and the first of another line do.
  THRUSTLINE_HD bool repeats(std::int64_t k) const {
    if (k == 0 || !same_place(k - 1, k))
      return false;
    if (in.apart == topology::both || in.share_line(numbers[k - 1], numbers[k]))
      return true;
    for (std::int64_t i = k - 2; in.apart == topology::between && i >= 0 && same_place(i, k); --i)
      if (!in.share_line(numbers[i], numbers[k - 1]))
        return true;
    return false;
  }

  THRUSTLINE_HD bool same_place(std::int64_t i, std::int64_t k) const {
    return detail::equal(in.vertex(numbers[i]), in.vertex(numbers[k]));
  }
};

/// Makes box b around the regions of nodes; leaves have none.
struct box_of_regions {
  round_state in;
  const std::int64_t* numbers;
  std::int64_t count;
  plane_box* boxes;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    make_first_box<sorted_nodes::fan_out>(team, b, count, boxes, [&](plane_box& box, std::int64_t k) {
      if (!in.nodes[numbers[k]].is_leaf())
        enclose(box, in.bounds[numbers[k]].around);
    });
  }
};

/// The nodes of a generation. Nodes that have split since stay: their vertices hold others in place.
template <class Policy>
class generation {
public:
  /// Sorts the nodes [begin, end).
  generation(Policy const& policy, round_state const& in, std::int64_t begin, std::int64_t end)
      : count_(end - begin), numbers_(policy, count_), places_(policy, count_), order_(sorted(policy, in, begin)),
        vertices_(policy, count_,
                  [&](plane_box* boxes, std::int64_t count) {
                    for_each_team(policy, count, box_of_vertices{in, order_, count_, places_.data(), boxes});
                  }),
        regions_(policy, count_, [&](plane_box* boxes, std::int64_t count) {
          for_each_team(policy, count, box_of_regions{in, order_, count_, boxes});
        }) {}

  sorted_nodes view() const { return {order_, places_.data(), count_, vertices_.tree(), regions_.tree()}; }

private:
  /// Sorts by codes, and where these are equal by hashes, so that equal vertices are neighbours.
  const std::int64_t* sorted(Policy const& policy, round_state const& in, std::int64_t begin) const {
    const detail::temporary<std::uint32_t, Policy> keys(policy, count_);
    const auto sort = [&] { thrust::stable_sort_by_key(policy, keys.data(), keys.data() + count_, numbers_.data()); };
    detail::for_each_index(policy, count_, hash_of_vertex{in, begin, keys.data(), numbers_.data()});
    sort();
    detail::for_each_index(policy, count_, code_of_vertex{in, in.edges.tree.root(), numbers_.data(), keys.data()});
    sort();
    return numbers_.data();
  }

  std::int64_t count_;
  detail::temporary<std::int64_t, Policy> numbers_;
  detail::temporary<plane_point, Policy> places_;
  const std::int64_t* order_;
  box_levels<sorted_nodes::bits, Policy> vertices_, regions_;
};

} // namespace thrustline::flow
