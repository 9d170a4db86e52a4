// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/bits.hpp"
#include "core/flow/teams.hpp"
#include "topology/flow/plane.hpp"
#include <thrustline/detail/temporary.hpp>

/// Trees of boxes, level by level.
namespace thrustline::flow {

/// The box around those of a team's threads.
template <class Team>
THRUSTLINE_HD plane_box around_all(Team const& team, plane_box const& mine) {
  return {{{team.least(mine.low[0]), team.least(mine.low[1])}},
          {{-team.least(-mine.high[0]), -team.least(-mine.high[1])}}};
}

/// A tree over items in order: box b of level l is around the items from b * fan_out^(l + 1) on. The last level is one
/// box; the levels lie one behind the other. fan_out = 2^Bits.
template <int Bits>
struct box_tree {
  static constexpr std::int64_t fan_out = std::int64_t(1) << Bits;
  static constexpr int most_levels = 63 / Bits + 1;

  const plane_box* boxes = nullptr;
  std::int64_t items = 0;
  int levels = 0;

  THRUSTLINE_HD plane_box box(std::int64_t b) const { return load_aligned(boxes, b); }

  THRUSTLINE_HD std::int64_t size_of(int level) const { return ((items - 1) >> Bits * (level + 1)) + 1; }

  /// Searches the tree depth first, in boxes with meet(box). Calls leaf(begin, end) with the items of each first-level
  /// box reached, until it returns true; returns whether it did. box: index in `boxes`. All threads of a team call
  /// this, and share the tests of the boxes.
  template <class Team, class Meet, class Leaf>
  THRUSTLINE_HD bool any(Team const& team, Meet const& meet, Leaf const& leaf) const {
    return any(
        team, meet, [](std::int64_t) { return true; }, leaf);
  }

  /// The same, where all threads of the team decide together whether to enter(box) with meet(box).
  template <class Team, class Meet, class Enter, class Leaf>
  THRUSTLINE_HD bool any(Team const& team, Meet const& meet, Enter const& enter, Leaf const& leaf) const {
    static_assert(fan_out <= 32);
    if (levels == 0)
      return false;
    unsigned waiting[most_levels]; // boxes of each level that meet, and have not been opened
    int level = levels - 1;
    std::int64_t level_begin = root();
    std::int64_t size = 1, first = 0; // of the boxes in hand
    const auto test = [&] {
      const std::int64_t count = size - first < fan_out ? size - first : fan_out;
      waiting[level] = team.which(static_cast<int>(count), [&](int k) { return meet(level_begin + first + k); });
    };
    test();
    for (;;) {
      if (waiting[level] == 0) {
        if (++level == levels)
          return false;
        level_begin += size;
        size = size_of(level);
        first = first / fan_out / fan_out * fan_out;
        continue;
      }
      const std::int64_t b = first + lowest_bit(waiting[level]);
      waiting[level] &= waiting[level] - 1;
      if (!enter(level_begin + b))
        continue;
      if (level > 0) {
        size = size_of(--level);
        level_begin -= size;
        first = b * fan_out;
        test();
        continue;
      }
      const std::int64_t end = (b + 1) * fan_out;
      if (leaf(b * fan_out, end < items ? end : items))
        return true;
    }
  }

  /// Calls visit(i) for the items i of boxes of the first level with meet(box), by one thread of the team each.
  template <class Team, class Meet, class Visit>
  THRUSTLINE_HD void for_each_met(Team const& team, Meet const& meet, Visit const& visit) const {
    any(team, meet, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin + team.lane(); i < end; i += Team::size)
        visit(i);
      team.wait();
      return false;
    });
  }

  /// Calls f(box) for the boxes around item i, from the first level on.
  template <class F>
  THRUSTLINE_HD void for_each_around(std::int64_t i, F const& f) const {
    std::int64_t level_begin = 0;
    for (int level = 0; level < levels; ++level) {
      f(level_begin + (i >> Bits * (level + 1)));
      level_begin += size_of(level);
    }
  }

  /// The number of the box around all. There is none if there are no items.
  THRUSTLINE_HD std::int64_t root() const { return count() - 1; }

  /// The number of all boxes.
  THRUSTLINE_HD std::int64_t count() const {
    std::int64_t boxes = 0;
    for (int level = 0; level < levels; ++level)
      boxes += size_of(level);
    return boxes;
  }
};

/// Makes box b around FanOut of the items, by a team. add(box, k): encloses item k.
template <std::int64_t FanOut, class Team, class Add>
THRUSTLINE_HD void make_box(Team const& team, std::int64_t b, std::int64_t items, plane_box* boxes, Add const& add) {
  const std::int64_t begin = b * FanOut, end = begin + FanOut < items ? begin + FanOut : items;
  plane_box mine = empty_box();
  for (std::int64_t k = begin + team.lane(); k < end; k += Team::size)
    add(mine, k);
  const plane_box all = around_all(team, mine);
  if (team.lane() == 0)
    boxes[b] = all;
}

/// Makes box b around boxes of the level below.
template <std::int64_t FanOut>
struct box_of_boxes {
  const plane_box* below;
  std::int64_t count;
  plane_box* boxes;
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    make_box<FanOut>(team, b, count, boxes, [&](plane_box& box, std::int64_t k) { enclose(box, below[k]); });
  }
};

/// The same for two trees of one shape: boxes of the first one, then of the other one.
template <std::int64_t FanOut>
struct box_of_two_trees {
  box_of_boxes<FanOut> first, second;
  std::int64_t size; ///< boxes of a level
  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t b) const {
    b < size ? first(team, b) : second(team, b - size);
  }
};

/// The memory of a tree.
template <int Bits, class Policy>
class box_levels {
public:
  box_levels(Policy const& policy, std::int64_t items)
      : tree_{nullptr, items, count_levels(items)}, boxes_(policy, tree_.count()) {
    tree_.boxes = boxes_.data();
  }

  /// Makes the boxes above those of the first level. This takes no memory, so side_work may do it.
  void make_above_first(Policy const& policy) const {
    for_each_level([&](std::int64_t begin, std::int64_t size, std::int64_t above) {
      for_each_team_in_turn<threads>(policy, above, above_level(begin, size));
    });
  }

  /// The same for this tree and another one over as many items.
  void make_above_first(Policy const& policy, box_levels const& other) const {
    for_each_level([&](std::int64_t begin, std::int64_t size, std::int64_t above) {
      for_each_team_in_turn<threads>(
          policy, 2 * above,
          box_of_two_trees<fan_out>{above_level(begin, size), other.above_level(begin, size), above});
    });
  }

  plane_box* first_level() const { return boxes_.data(); }

  box_tree<Bits> const& tree() const { return tree_; }

private:
  static constexpr std::int64_t fan_out = box_tree<Bits>::fan_out;
  static constexpr int threads = 8; ///< for a box: each encloses some boxes before they compare

  /// Calls make(begin, size, above): the boxes [begin, begin + size) are a level, with `above` boxes above them.
  template <class Make>
  void for_each_level(Make const& make) const {
    std::int64_t begin = 0;
    for (int level = 0; level + 1 < tree_.levels; ++level) {
      make(begin, tree_.size_of(level), tree_.size_of(level + 1));
      begin += tree_.size_of(level);
    }
  }

  box_of_boxes<fan_out> above_level(std::int64_t begin, std::int64_t size) const {
    plane_box* level = boxes_.data() + begin;
    return {level, size, level + size};
  }

  static int count_levels(std::int64_t items) {
    int levels = 0;
    for (std::int64_t boxes = items; items > 0 && (levels == 0 || boxes > 1); ++levels)
      boxes = ((boxes - 1) >> Bits) + 1;
    return levels;
  }

  box_tree<Bits> tree_;
  detail::temporary<plane_box, Policy> boxes_;
};

} // namespace thrustline::flow
