// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// Tree over boxes that are given in an order in which near ones are near each other: eight neighbours of one level
/// make a box of the next.
class packed_boxes {
public:
  packed_boxes() = default;

  explicit packed_boxes(std::vector<plane_box> boxes) {
    while (!boxes.empty()) {
      std::vector<eight_boxes> level((boxes.size() + 7) / 8);
      std::vector<plane_box> above(level.size());
      for (std::size_t g = 0; g < level.size(); ++g)
        above[g] = pack(boxes.data() + 8 * g, std::min<std::size_t>(8, boxes.size() - 8 * g), level[g]);
      levels_.push_back(std::move(level));
      if (above.size() == 1)
        return;
      boxes = std::move(above);
    }
  }

  /// Calls f(index) for every given box that has a point in common with `around`.
  template <class F>
  void visit(plane_box const& around, F const& f) const {
    visit_eights(around, [&](std::int64_t eight) { visit_eight(eight, around, f); });
  }

  /// The same for eight given boxes alone.
  template <class F>
  void visit_eight(std::int64_t eight, plane_box const& around, F const& f) const {
    for_each_true(levels_.front()[static_cast<std::size_t>(eight)].meet(around), [&](int k) { f(8 * eight + k); });
  }

  /// Calls f(eight) for every eight of given boxes, if a box around them has a point in common with `around`.
  template <class F>
  void visit_eights(plane_box const& around, F const& f) const {
    if (levels_.empty())
      return;
    struct entry {
      int level;
      std::int64_t group;
    };
    entry open[8 * 22]; // 8^22 boxes
    int top = 0;
    open[top++] = {static_cast<int>(levels_.size()) - 1, 0};
    while (top > 0) {
      const entry at = open[--top];
      if (at.level == 0) {
        f(at.group);
        continue;
      }
      for_each_true(levels_[static_cast<std::size_t>(at.level)][static_cast<std::size_t>(at.group)].meet(around),
                    [&](int k) {
                      open[top++] = {at.level - 1, 8 * at.group + k};
                    });
    }
  }

private:
  struct eight_boxes {
    double low[2][8], high[2][8];

    wide_double::truth meet(plane_box const& b) const {
      return not_above(low[0], b.high[0]) & not_above(low[1], b.high[1]) & not_below(high[0], b.low[0]) &
             not_below(high[1], b.low[1]);
    }

  private:
    static wide_double::truth not_above(const double* bounds, double x) {
      const wide_double w = wide_double::load(bounds), limit = wide_double::of(x);
      return {w.a <= limit.a, w.b <= limit.b};
    }
    static wide_double::truth not_below(const double* bounds, double x) {
      const wide_double w = wide_double::load(bounds), limit = wide_double::of(x);
      return {w.a >= limit.a, w.b >= limit.b};
    }
  };

  static plane_box pack(const plane_box* from, std::size_t count, eight_boxes& to) {
    plane_box all = empty_box();
    for (std::size_t k = 0; k < 8; ++k) {
      const plane_box b = k < count ? from[k] : empty_box();
      enclose(all, b);
      for (int i = 0; i < 2; ++i) {
        to.low[i][k] = b.low[i];
        to.high[i][k] = b.high[i];
      }
    }
    return all;
  }

  std::vector<std::vector<eight_boxes>> levels_; ///< from the given boxes up
};

} // namespace thrustline::cpu
