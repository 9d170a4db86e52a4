// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "direct_recurrence.hpp"
#include "stixels/made_scenes.hpp"

namespace thrustline::test {

/// Stixels of column s from the bottom up, with rows that count from the bottom.
inline std::vector<raised_stixel> raised(ragged<stixel> const& columns, std::size_t s, std::int64_t rows) {
  std::vector<raised_stixel> stixels;
  for (auto i = columns.offsets[s + 1]; i-- > columns.offsets[s];) {
    stixel const& one = columns.values[static_cast<std::size_t>(i)];
    const auto last = static_cast<std::int32_t>(rows - 1);
    stixels.push_back({last - one.last, last - one.first, one.kind});
  }
  return stixels;
}

/// Class that a stixel is written with: mode faithful writes objects under one pixel as sky.
inline stixel_class written_class(stixel_class kind, float disparity, stixel_mode mode) {
  if (mode == stixel_mode::faithful && kind == stixel_class::object && disparity < 1)
    return stixel_class::sky;
  return kind;
}

/// All readings of a written column: in mode faithful, each sky stixel under one pixel is sky or an object.
class readings_of_column {
public:
  readings_of_column(direct_model const& model, std::vector<raised_stixel> const& written, stixel_mode mode)
      : model_(model), written_(written), mode_(mode) {}

  /// Whether a reading that the model allows costs `total`.
  bool any_costs(std::int64_t total) const { return go_on(nullptr, 0, total); }

private:
  bool go_on(const raised_stixel* below, std::size_t next, std::int64_t left) const {
    if (next == written_.size())
      return left == 0;
    const float disparity = model_.mean(written_[next].base, written_[next].top);
    for (stixel_class kind : {stixel_class::ground, stixel_class::object, stixel_class::sky}) {
      raised_stixel read = written_[next];
      read.kind = kind;
      if (written_class(kind, disparity, mode_) != written_[next].kind)
        continue;
      if (const cost added = model_.cost_on(below, read); added != infinite && go_on(&read, next + 1, left - added))
        return true;
    }
    return false;
  }

  direct_model const& model_;
  std::vector<raised_stixel> const& written_;
  stixel_mode mode_;
};

/// Checks that a column's stixels tile its rows, from the top down.
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

/// Checks that every column of one frame has the stixels and the cost that the direct recurrence finds.
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
      const float disparity = model.direct.mean(got[i].base, got[i].top);
      REQUIRE(got[i].kind == written_class(wanted.stixels[i].kind, disparity, options.mode()));
      const auto from_top = static_cast<std::size_t>(columns.offsets[s + 1]) - 1 - i;
      REQUIRE(columns.values[from_top].disparity == disparity);
    }
    REQUIRE(costs[s] == model.tables.units.nats(wanted.total));
    REQUIRE(model.direct.cost_of(wanted.stixels) == wanted.total); // none of the neighbours is forbidden
  }
}

} // namespace thrustline::test
