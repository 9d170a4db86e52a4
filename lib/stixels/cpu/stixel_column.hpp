// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "stixels/model/column.hpp"

namespace thrustline::stixel_world {

/// Finds the segmentation of least cost of columns, one at a time (Hernandez-Juarez et al. 2016, Eq. 6). Only objects
/// need all pairs of base and top rows.
class column_solver {
public:
  explicit column_solver(model_view const& model) : model_(model), rows_(model.rows) {
    const auto range = static_cast<std::size_t>(model.range);
    costs_by_measured_.resize(range * range);
    for (std::size_t f = 0; f < range; ++f)
      for (std::size_t q = 0; q < range; ++q)
        costs_by_measured_[q * range + f] = model.object_costs[f * range + q];
    const auto rows = static_cast<std::size_t>(model.rows);
    for (auto* sums : {&disparity_sums_, &valid_sums_, &ground_sums_, &sky_sums_})
      sums->resize(rows + 1);
    best_.resize(rows);
    for (auto* origins : {&ground_origins_, &object_origins_, &sky_origins_})
      origins->resize(rows);
    steps_.resize(rows);
    candidates_.resize(rows);
  }

  /// reduced: the column's rows from the bottom, model.rows > 0 of them.
  void solve(road_view const& road, const std::int32_t* reduced) {
    sum_rows(road, reduced);
    sum_object_costs(reduced);
    if (model_.mode == stixel_mode::faithful)
      cpu::in_wide_vectors([&] { recur<stixel_mode::faithful>(road); });
    else
      cpu::in_wide_vectors([&] { recur<stixel_mode::corrected>(road); });
  }

  /// Cost of the last solved column, in units of the model.
  cost least_cost() const { return cost_of(best_class()); }

  /// Appends the last solved column's stixels, from the top down.
  void append_stixels(std::vector<stixel>& stixels) const {
    stixel_class kind = best_class();
    for (std::int32_t top = rows_ - 1; top >= 0;) {
      const origin from = origins_of(kind)[static_cast<std::size_t>(top)];
      stixels.push_back(written_stixel(model_, from.base, top, kind, mean(from.base, top)));
      kind = from.below;
      top = from.base - 1;
    }
  }

private:
  static std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

  void sum_rows(road_view const& road, const std::int32_t* reduced) {
    for (std::int32_t v = 0; v < rows_; ++v) {
      const row_values row(model_, road, v, reduced[v]);
      disparity_sums_[at(v) + 1] = disparity_sums_[at(v)] + row.disparity;
      valid_sums_[at(v) + 1] = valid_sums_[at(v)] + row.valid;
      ground_sums_[at(v) + 1] = ground_sums_[at(v)] + row.ground;
      sky_sums_[at(v) + 1] = sky_sums_[at(v)] + row.sky;
    }
  }

  /// Prefix sums of the costs on objects of the disparities that a mean of this column can have: row v + 1 of the table
  /// for the pixels 0 .. v. A rounded mean may lie one step outside the measured disparities.
  void sum_object_costs(const std::int32_t* reduced) {
    std::int32_t least = INT32_MAX, most = 0;
    for (std::int32_t v = 0; v < rows_; ++v)
      if (reduced[v] != missing)
        least = std::min(least, reduced[v]), most = std::max(most, reduced[v]);
    const int bits = model_.disparities.bits;
    const std::int32_t last = std::min((most >> bits) + 1, model_.range);
    first_disparity_ = std::max(std::min(least >> bits, last) - 1, 0);
    disparities_ = last - first_disparity_ + 1;

    const std::size_t width = at(disparities_);
    object_sums_.resize((at(rows_) + 1) * width);
    std::fill_n(object_sums_.begin(), width, 0);
    for (std::int32_t v = 0; v < rows_; ++v) {
      const cost* const before = &object_sums_[at(v) * width];
      cost* const sums = &object_sums_[(at(v) + 1) * width];
      if (reduced[v] == missing) {
        for (std::size_t i = 0; i < width; ++i)
          sums[i] = before[i] + model_.missing_on_object;
        continue;
      }
      const cost* const pixel = &costs_by_measured_[at(measured_row(reduced[v], model_)) * at(model_.range)];
      for (std::size_t i = 0; i < width; ++i)
        sums[i] = before[i] + pixel[std::min(at(first_disparity_) + i, at(model_.range) - 1)];
    }
  }

  template <stixel_mode Mode>
  void recur(road_view const& road) {
    open_stixels open(model_.first);
    for (std::int32_t t = 0; t < rows_; ++t) {
      if (t > 0) {
        best_costs const& below = best_[at(t - 1)];
        row_priors const& priors = road.priors[t];
        steps_.set(t,
                   make_base_step(below, order_of(below.object_disparity, model_.prior), priors, t - 1 < road.horizon));
        open.go_on(t, below, priors, model_.prior, ground_sums_[at(t)], sky_sums_[at(t)]);
      }
      best_costs& best = best_[at(t)];
      best.ground = open.best_ground(t, road.horizon, ground_sums_[at(t) + 1]);
      best.sky = open.best_sky(sky_sums_[at(t) + 1]);
      ground_origins_[at(t)] = open.ground_origin;
      sky_origins_[at(t)] = {open.sky_base, stixel_class::object};
      find_object<Mode>(road, t, best);
    }
  }

  /// The best object stixel with top row t; the lowest base row v among equals.
  template <stixel_mode Mode>
  void find_object(road_view const& road, std::int32_t t, best_costs& best) {
    const std::int32_t disparity_sum = disparity_sums_[at(t) + 1], valid_sum = valid_sums_[at(t) + 1];
    const float unit = model_.disparities.unit();
    const std::int32_t width = disparities_, first = first_disparity_;
    const cost* const sums = object_sums_.data();
    const cost* const sums_at_top = sums + (at(t) + 1) * at(width);
    cost* const candidates = candidates_.data();

    cost least = infinite;
    for (std::int32_t v = 1; v <= t; ++v) {
      const float m = mean_disparity(disparity_sum - disparity_sums_[at(v)], valid_sum - valid_sums_[at(v)], unit);
      const std::int32_t f = std::max(table_row(m, Mode) - first, 0);
      candidates[v] = object_entry(steps_.get(v), m).least() + sums_at_top[f] - sums[v * width + f];
      least = std::min(least, candidates[v]);
    }
    const std::int32_t f = std::max(table_row(mean(0, t), Mode) - first, 0);
    best.object = first_object(model_.first, t, road.horizon) + sums_at_top[f];
    origin from{0, {}};
    if (least < best.object) {
      best.object = least;
      from.base = static_cast<std::int32_t>(std::find(candidates + 1, candidates + t, least) - candidates);
      from.below = class_below({steps_.get(from.base), mean(from.base, t)}, from.base, road.horizon);
    }
    object_origins_[at(t)] = from;
    best.object_disparity = mean(from.base, t);
  }

  float mean(std::int32_t base, std::int32_t top) const {
    return mean_disparity(disparity_sums_[at(top) + 1] - disparity_sums_[at(base)],
                          valid_sums_[at(top) + 1] - valid_sums_[at(base)], model_.disparities.unit());
  }

  cost cost_of(stixel_class kind) const { return best_.back().of(kind); }

  /// The best class of the top row; among equals ground, then object, then sky.
  stixel_class best_class() const { return best_class_of(best_.back()); }

  std::vector<origin> const& origins_of(stixel_class kind) const {
    return kind == stixel_class::ground   ? ground_origins_
           : kind == stixel_class::object ? object_origins_
                                          : sky_origins_;
  }

  /// base_step of every row, number by number, so that several rows fit a vector.
  struct base_steps {
    std::vector<float> high, low, other_high, other_low;
    std::vector<cost> on_nearer_side, on_farther_side, above_high, between, below_low;

    void resize(std::size_t rows) {
      for (auto* values : {&high, &low, &other_high, &other_low})
        values->resize(rows);
      for (auto* costs : {&on_nearer_side, &on_farther_side, &above_high, &between, &below_low})
        costs->resize(rows);
    }

    void set(std::int32_t v, base_step const& step) {
      high[at(v)] = step.high, low[at(v)] = step.low;
      on_nearer_side[at(v)] = step.on_nearer_side, on_farther_side[at(v)] = step.on_farther_side;
      other_high[at(v)] = step.other_high, other_low[at(v)] = step.other_low;
      above_high[at(v)] = step.above_high, between[at(v)] = step.between, below_low[at(v)] = step.below_low;
    }

    base_step get(std::int32_t v) const {
      return {high[at(v)],      low[at(v)],        on_nearer_side[at(v)], on_farther_side[at(v)], other_high[at(v)],
              other_low[at(v)], above_high[at(v)], between[at(v)],        below_low[at(v)]};
    }
  };

  model_view model_;
  std::int32_t rows_;
  std::int32_t first_disparity_ = 0, disparities_ = 0; ///< disparities in the table of object costs
  std::vector<cost> costs_by_measured_;                ///< the model's object costs, of f on q at [q * range + f]
  std::vector<std::int32_t> disparity_sums_, valid_sums_;
  std::vector<cost> ground_sums_, sky_sums_, object_sums_, candidates_;
  std::vector<best_costs> best_;
  std::vector<origin> ground_origins_, object_origins_, sky_origins_;
  base_steps steps_;
};

} // namespace thrustline::stixel_world
