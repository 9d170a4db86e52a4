// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/threads.hpp"
#include "topology/cpu/plane.hpp"
#include <thrustline/geometry/curve_side.hpp>

namespace thrustline::cpu {

/// Boxes of 16 edges between neighbouring points, of 256, and so on, so that few edges of a long chain have to be read.
class chain_boxes {
public:
  /// Chains of fewer edges are read as they are.
  static constexpr std::int64_t long_chain = 128;

  explicit chain_boxes(plane_lines const& lines) : lines_(lines) {}

  /// Makes the boxes: one pass over the points. Without them all edges are read.
  void make(int threads) {
    for (std::int64_t boxes = (lines_.count - 1) / fan_out; boxes > 0; boxes /= fan_out)
      levels_.emplace_back(static_cast<std::size_t>(boxes));
    constexpr std::int64_t piece = 256;
    if (!levels_.empty()) {
      std::vector<plane_box>& least = levels_.front();
      const auto count = static_cast<std::int64_t>(least.size());
      threads::parallel_for(threads, (count + piece - 1) / piece, [&](std::int64_t k) {
        for (std::int64_t b = k * piece; b < std::min((k + 1) * piece, count); ++b) {
          plane_box all = empty_box();
          for (std::int64_t i = b * fan_out; i <= (b + 1) * fan_out; ++i)
            enclose(all, lines_.points[i]);
          least[static_cast<std::size_t>(b)] = all;
        }
      });
    }
    for (std::size_t l = 1; l < levels_.size(); ++l)
      for (std::size_t b = 0; b < levels_[l].size(); ++b) {
        levels_[l][b] = empty_box();
        for (std::size_t k = 0; k < fan_out; ++k)
          enclose(levels_[l][b], levels_[l - 1][fan_out * b + k]);
      }
  }

  /// Goes over the edges from point `first` to point `last`. by_box(box, i, j): whether the edges from point i to point
  /// j, which lie in the box, are done with. by_edge(i): the edge from point i to the next.
  template <class ByBox, class ByEdge>
  void visit(std::int64_t first, std::int64_t last, ByBox const& by_box, ByEdge const& by_edge) const {
    if (last - first < long_chain) {
      for (std::int64_t i = first; i < last; ++i)
        by_edge(i);
      return;
    }
    for (std::int64_t i = first; i < last;) {
      std::int64_t edges = 1;
      int level = -1;
      while (level + 1 < levels() && i % (edges * fan_out) == 0 && i + edges * fan_out <= last) {
        edges *= fan_out;
        ++level;
      }
      if (level < 0)
        by_edge(i);
      else
        visit_box(level, i / edges, edges, by_box, by_edge);
      i += edges;
    }
  }

  /// Whether `vertex` is enclosed by the chord and the chain from point `first` to point `last`, or is on either.
  bool enclose_or_touch(std::int64_t first, std::int64_t last, plane_point const& vertex) const {
    curve_side side;
    side.add(lines_.points[last], lines_.points[first], vertex);
    visit(
        first, last,
        [&](plane_box const& b, std::int64_t i, std::int64_t j) {
          if (side.on() || vertex[1] < b.low[1] || vertex[1] > b.high[1] || vertex[0] > b.high[0])
            return true;
          if (vertex[0] >= b.low[0])
            return false;
          // Wholly to the right: the ray from the vertex crosses the chain as often as the edge between its ends, or an
          // even number of times more often.
          side.add(lines_.points[i], lines_.points[j], vertex);
          return true;
        },
        [&](std::int64_t i) {
          if (!side.on())
            side.add(lines_.points[i], lines_.points[i + 1], vertex);
        });
    return side.enclosed_or_on();
  }

private:
  static constexpr std::int64_t fan_out = 16;

  int levels() const { return static_cast<int>(levels_.size()); }

  template <class ByBox, class ByEdge>
  void visit_box(int level, std::int64_t b, std::int64_t edges, ByBox const& by_box, ByEdge const& by_edge) const {
    const std::int64_t first = b * edges;
    if (by_box(levels_[static_cast<std::size_t>(level)][static_cast<std::size_t>(b)], first, first + edges))
      return;
    for (std::int64_t k = 0; k < fan_out; ++k)
      if (level == 0)
        by_edge(first + k);
      else
        visit_box(level - 1, b * fan_out + k, edges / fan_out, by_box, by_edge);
  }

  plane_lines lines_;
  std::vector<std::vector<plane_box>> levels_; ///< level l: boxes of 16^(l + 1) edges; the last edges may have none
};

} // namespace thrustline::cpu
