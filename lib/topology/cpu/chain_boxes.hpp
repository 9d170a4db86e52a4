// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "topology/cpu/each_part.hpp"
#include "topology/cpu/plane.hpp"
#include "topology/cpu/two_points.hpp"
#include <thrustline/geometry/curve_side.hpp>

namespace thrustline::cpu {

/// Points [first, last] of a line.
struct point_range {
  std::int64_t first, last;
};

/// Boxes of 16 edges between neighbouring points, of 256, and so on, so that few edges of a long chain have to be read.
class chain_boxes {
public:
  /// Chains of fewer edges are read as they are.
  static constexpr std::int64_t long_chain = 128;

  explicit chain_boxes(plane_lines const& lines) : lines_(lines) {}

  /// Makes the boxes that lie in long chains.
  void make(int threads, std::vector<point_range> const& long_chains) {
    std::int64_t edges = fan_out;
    for (std::int64_t boxes = (lines_.count - 1) / fan_out; boxes > 0; boxes /= fan_out, edges *= fan_out) {
      levels_.emplace_back(new plane_box[static_cast<std::size_t>(boxes)]);
      constexpr std::int64_t part = 256;
      for_each_part(threads, boxes, part, [&](std::int64_t begin, std::int64_t end, int) {
        for_each_box(long_chains, edges, begin, end, [&](std::int64_t b) { make_box(b); });
      });
    }
  }

  /// Goes over the edges from point `first` to point `last`. by_box(box, i, j): whether the edges from point i to point
  /// j, which lie in the box, are done with. by_edges(i, j): the edges from point i to point j.
  template <class ByBox, class ByEdges>
  void visit(std::int64_t first, std::int64_t last, ByBox const& by_box, ByEdges const& by_edges) const {
    if (last - first < long_chain) {
      by_edges(first, last);
      return;
    }
    for (std::int64_t i = first; i < last;) {
      std::int64_t edges = 1;
      int level = -1;
      while (level + 1 < levels() && i % (edges * fan_out) == 0 && i + edges * fan_out <= last) {
        edges *= fan_out;
        ++level;
      }
      if (level >= 0) {
        visit_box(level, i / edges, edges, by_box, by_edges);
      } else {
        edges = std::min(fan_out - i % fan_out, last - i);
        by_edges(i, i + edges);
      }
      i += edges;
    }
  }

  /// Box of the points [first, last].
  plane_box box_of_chain(std::int64_t first, std::int64_t last) const {
    if (last - first < long_chain)
      return box_of(lines_.points, first, last);
    plane_box all{lines_.points[last], lines_.points[last]};
    visit(
        first, last,
        [&](plane_box const& b, std::int64_t, std::int64_t) {
          enclose(all, b);
          return true;
        },
        [&](std::int64_t i, std::int64_t j) { enclose(all, box_of(lines_.points, i, j)); });
    return all;
  }

  /// Whether `vertex` is enclosed by the chord and the chain from point `first` to point `last`, or is on either.
  bool enclose_or_touch(std::int64_t first, std::int64_t last, plane_point const& vertex) const {
    curve_side side;
    side.add(lines_.points[last], lines_.points[first], vertex);
    visit(
        first, last,
        [&](plane_box const& b, std::int64_t i, std::int64_t j) {
          return side.on() || side.add_within(b, lines_.points[i], lines_.points[j], vertex);
        },
        [&](std::int64_t i, std::int64_t j) {
          for_each_ray_edge(lines_.points + i, j - i, vertex, [&](std::int64_t k) {
            if (!side.on())
              side.add(lines_.points[i + k], lines_.points[i + k + 1], vertex);
          });
        });
    return side.enclosed_or_on();
  }

private:
  static constexpr std::int64_t fan_out = 16;

  int levels() const { return static_cast<int>(levels_.size()); }

  /// Calls f(b) for those of the boxes [begin, end), each of `edges` edges, that lie in a chain. Chains ascend.
  template <class F>
  static void for_each_box(std::vector<point_range> const& chains, std::int64_t edges, std::int64_t begin,
                           std::int64_t end, F const& f) {
    const auto ends_before = [&](point_range const& c, std::int64_t point) { return c.last <= point; };
    for (auto c = std::lower_bound(chains.begin(), chains.end(), begin * edges, ends_before);
         c != chains.end() && c->first < end * edges; ++c)
      for (std::int64_t b = std::max(begin, (c->first + edges - 1) / edges); b < std::min(end, c->last / edges); ++b)
        f(b);
  }

  /// Makes a box of the last level.
  void make_box(std::int64_t b) {
    const std::size_t level = levels_.size() - 1;
    if (level == 0) {
      levels_[0][b] = box_of(lines_.points, b * fan_out, (b + 1) * fan_out);
      return;
    }
    plane_box all = empty_box();
    for (std::int64_t k = 0; k < fan_out; ++k)
      enclose(all, levels_[level - 1][fan_out * b + k]);
    levels_[level][b] = all;
  }

  template <class ByBox, class ByEdges>
  void visit_box(int level, std::int64_t b, std::int64_t edges, ByBox const& by_box, ByEdges const& by_edges) const {
    const std::int64_t first = b * edges;
    if (by_box(levels_[static_cast<std::size_t>(level)][b], first, first + edges))
      return;
    if (level == 0)
      return by_edges(first, first + edges);
    for (std::int64_t k = 0; k < fan_out; ++k)
      visit_box(level - 1, b * fan_out + k, edges / fan_out, by_box, by_edges);
  }

  plane_lines lines_;
  /// Level l: boxes of 16^(l + 1) edges. Those that lie in no long chain stay as they were allocated, which takes no
  /// time: they are not read.
  std::vector<std::unique_ptr<plane_box[]>> levels_;
};

} // namespace thrustline::cpu
