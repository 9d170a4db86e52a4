// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/cpu/uninitialised_vector.hpp"
#include "core/cpu/wide_vectors.hpp"
#include "topology/cpu/each_part.hpp"
#include "topology/cpu/float_boxes.hpp"
#include "topology/cpu/truth_bits.hpp"

namespace thrustline::cpu {

/// Tree over boxes that are given in an order in which near ones are near each other: eight neighbours of one level
/// make a box of the next.
class packed_boxes {
public:
  packed_boxes() = default;

  /// box_of_item(k): the box of item k of [0, count).
  template <class BoxOf>
  packed_boxes(int threads, std::int64_t count, BoxOf const& box_of_item) {
    if (count == 0)
      return;
    add_level(threads, count, box_of_item);
    while (levels_.back().size() > 1) {
      uninitialised_vector<eight_boxes> const& below = levels_.back();
      add_level(threads, static_cast<std::int64_t>(below.size()),
                [&below](std::int64_t k) { return below[at(k)].around(); });
    }
  }

  /// Calls f(index) for every given box that has a point in common with `limits`.
  template <class F>
  void visit(box_limits const& limits, F const& f) const {
    if (!levels_.empty())
      visit_level(0, limits, f);
  }

  /// Calls f(eight) for every eight of given boxes, if the box around them has a point in common with `limits`
  /// or there is one eight.
  template <class F>
  void visit_eights(box_limits const& limits, F const& f) const {
    if (levels_.size() > 1)
      visit_level(1, limits, f);
    else if (!levels_.empty())
      f(0);
  }

  /// The same as visit() for eight given boxes alone.
  template <class F>
  void visit_eight(std::int64_t eight, box_limits const& limits, F const& f) const {
    for_each_true(limits.meet(levels_.front()[at(eight)]), [&](int k) { f(8 * eight + k); });
  }

  /// A given box.
  float_box box(std::int64_t k) const { return levels_.front()[at(k / 8)].box(k % 8); }

  /// Box around eight given boxes.
  float_box around(std::int64_t eight) const { return levels_.front()[at(eight)].around(); }

private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  /// Calls f(index) for every box of a level that has a point in common with `limits`. Goes down two levels at a time:
  /// fewer branches depend on the data.
  template <class F>
  void visit_level(std::size_t level, box_limits const& limits, F const& f) const {
    struct entry {
      std::size_t level;
      std::int64_t group; ///< of 64 boxes
    };
    entry open[64 * 11]; // 64^11 boxes
    int top = 0;
    open[top++] = {levels_.size() - 1 - (levels_.size() - 1 - level) % 2, 0};
    while (top > 0) {
      const entry next = open[--top];
      for (std::uint64_t met = meet_64(limits, next.level, next.group); met != 0; met &= met - 1) {
        const std::int64_t k = 64 * next.group + __builtin_ctzll(met);
        if (next.level == level)
          f(k);
        else
          open[top++] = {next.level - 2, k};
      }
    }
  }

  /// Bit k: whether box k of 64 boxes of a level has a point in common with `limits`.
  std::uint64_t meet_64(box_limits const& limits, std::size_t level, std::int64_t group) const {
    uninitialised_vector<eight_boxes> const& boxes = levels_[level];
    const std::size_t begin = at(8 * group), count = std::min<std::size_t>(boxes.size() - begin, 8);
    std::uint64_t met = 0;
    for (std::size_t e = 0; e < count; ++e)
      met |= std::uint64_t(bits_of(limits.meet(boxes[begin + e]))) << 8 * e;
    return met;
  }

  template <class BoxOf>
  void add_level(int threads, std::int64_t count, BoxOf const& box_of_item) {
    uninitialised_vector<eight_boxes> level(at((count + 7) / 8));
    for_each_part(threads, static_cast<std::int64_t>(level.size()), 1 << 7,
                  [&](std::int64_t begin, std::int64_t end, int) {
                    in_wide_vectors([&] {
                      for (std::int64_t g = begin; g < end; ++g)
                        for (int k = 0; k < 8; ++k)
                          level[at(g)].set(k, 8 * g + k < count ? box_of_item(8 * g + k) : no_box());
                    });
                  });
    levels_.push_back(std::move(level));
  }

  /// From the given boxes up. Places behind the last hold no box.
  std::vector<uninitialised_vector<eight_boxes>> levels_;
};

} // namespace thrustline::cpu
