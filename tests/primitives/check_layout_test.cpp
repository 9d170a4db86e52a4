// SPDX-License-Identifier: MIT
#include "check_layout.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "made_layouts.hpp"

using namespace thrustline::test;

TEST_CASE("the checker accepts layouts that obey the contract") {
  for (made_lengths const& each : made_layouts_without_empty()) {
    INFO(each.name);
    const made_layout<std::int64_t> made(each.lengths);
    CHECK(layout_problem(made.flags, made.keys, made.offsets) == "");
  }
  for (made_lengths const& each : made_layouts_with_empty()) {
    INFO(each.name);
    const made_layout<std::int32_t> made(each.lengths);
    CHECK(ragged_layout_problem(made.keys, made.offsets) == "");
  }
}

TEST_CASE("the checker finds every wrong value") {
  const made_layout<int> good({3, 1, 4, 1, 5});
  for (int change : {-1, 1, 7}) {
    for (std::size_t i = 0; i < good.flags.size(); ++i) {
      CAPTURE(i);
      std::vector<int> flags(good.flags.begin(), good.flags.end());
      flags[i] += change;
      CHECK(layout_problem(flags, good.keys, good.offsets) != "");
      std::vector<int> keys = good.keys;
      keys[i] += change;
      CHECK(layout_problem(good.flags, keys, good.offsets) != "");
      CHECK(ragged_layout_problem(keys, good.offsets) != "");
    }
    for (std::size_t s = 0; s < good.offsets.size(); ++s) {
      CAPTURE(s);
      std::vector<int> offsets = good.offsets;
      offsets[s] += change;
      CHECK(layout_problem(good.flags, good.keys, offsets) != "");
      CHECK(ragged_layout_problem(good.keys, offsets) != "");
    }
  }
}

TEST_CASE("the checker finds arrays of the wrong size") {
  const made_layout<int> good({3, 1, 4, 1, 5});
  auto longer = good;
  longer.offsets.push_back(longer.offsets.back());
  CHECK(layout_problem(good.flags, good.keys, longer.offsets) != "");
  longer.flags.push_back(0);
  CHECK(layout_problem(longer.flags, good.keys, good.offsets) != "");
  longer.keys.push_back(longer.keys.back());
  CHECK(layout_problem(longer.flags, longer.keys, good.offsets) != "");
  CHECK(layout_problem(std::vector<int>{}, std::vector<int>{}, std::vector<int>{}) != "");
}
