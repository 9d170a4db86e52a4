// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "direct_recurrence.hpp"
#include "made_scenes.hpp"

namespace thrustline::test {

/// Stixels that count their rows from the bottom, from the bottom up.
inline std::vector<raised_stixel> raised(ragged<stixel> const& columns, std::size_t s, std::int64_t rows) {
  std::vector<raised_stixel> stixels;
  for (auto i = columns.offsets[s + 1]; i-- > columns.offsets[s];) {
    stixel const& one = columns.values[static_cast<std::size_t>(i)];
    const auto last = static_cast<std::int32_t>(rows - 1);
    stixels.push_back({last - one.last, last - one.first, one.kind});
  }
  return stixels;
}

/// A column's stixels tile its rows, from the top down.
inline void check_tiling(ragged<stixel> const& columns, std::size_t s, std::int64_t rows) {
  std::int32_t next = 0;
  for (auto i = columns.offsets[s]; i < columns.offsets[s + 1]; ++i) {
    stixel const& one = columns.values[static_cast<std::size_t>(i)];
    REQUIRE(one.first == next);
    REQUIRE(one.last >= one.first);
    next = one.last + 1;
  }
  REQUIRE(next == rows);
}

/// Every column of one frame has the stixels and the cost that the direct recurrence finds.
inline void check_by_direct_recurrence(executor const& on, made_scene const& scene, stixel_options const& options) {
  const ragged<stixel> columns = stixels(on, scene.view(), scene.camera, options);
  std::vector<double> costs(columns.offsets.size() - 1);
  stixel_outputs only_costs;
  only_costs.costs = costs.data();
  stixels(on, scene.view(), scene.camera, options, only_costs);

  frame_model model(scene.rows, scene.camera, *options.road(), options);
  for (std::size_t s = 0; s + 1 < columns.offsets.size(); ++s) {
    INFO("column ", s);
    check_tiling(columns, s, scene.rows);
    model.direct.read(reduced_column(scene.view(), options, static_cast<std::int64_t>(s)));
    const auto wanted = model.direct.solve();
    const auto got = raised(columns, s, scene.rows);
    REQUIRE(got.size() == wanted.stixels.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      REQUIRE(got[i].base == wanted.stixels[i].base);
      REQUIRE(got[i].top == wanted.stixels[i].top);
      REQUIRE(got[i].kind == wanted.stixels[i].kind);
      const auto from_top = static_cast<std::size_t>(columns.offsets[s + 1]) - 1 - i;
      REQUIRE(columns.values[from_top].disparity == model.direct.mean(got[i].base, got[i].top));
    }
    REQUIRE(costs[s] == model.tables.units.nats(wanted.total));
    REQUIRE(model.direct.cost_of(got) == wanted.total); // none of the neighbours is forbidden
  }
}

} // namespace thrustline::test
