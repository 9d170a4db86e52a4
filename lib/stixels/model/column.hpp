// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "stixels/model/model.hpp"

/// A reduced column as the recurrence sees it. Rows v count from the bottom; disparities are in disparity_units, or
/// `missing`.
namespace thrustline::stixel_world {

/// The terms of one row in the column's prefix sums.
struct row_values {
  std::int32_t disparity, valid;
  cost ground, sky; ///< 0 where the class cannot be

  THRUSTLINE_HD row_values(model_view const& model, road_view const& road, std::int32_t v, std::int32_t measured) {
    const bool is_valid = measured != missing;
    const float d = rounding::mul(static_cast<float>(measured), model.disparities.unit());
    disparity = is_valid ? measured : 0;
    valid = is_valid;
    ground = sky = 0;
    if (v < road.horizon)
      ground = is_valid ? road.ground[v].costs(rounding::sub(d, road.ground[v].disparity)) : model.missing_on_ground;
    else
      sky = is_valid ? model.sky(d) : model.missing_on_sky;
  }
};

/// The mean disparity of rows, from their sums; 0 if none of them is valid.
THRUSTLINE_HD inline float mean_disparity(std::int32_t sum, std::int32_t valid, float unit) {
  if (valid == 0)
    return 0;
  return rounding::mul(rounding::div(static_cast<float>(sum), static_cast<float>(valid)), unit);
}

/// The whole number by which the costs of a measured disparity are looked up.
THRUSTLINE_HD inline std::int32_t measured_row(std::int32_t measured, model_view const& model) {
  const std::int32_t half = model.mode == stixel_mode::faithful ? 0 : (1 << model.disparities.bits) / 2;
  const std::int32_t row = (measured + half) >> model.disparities.bits;
  return row < model.range ? row : model.range - 1;
}

/// A stixel of rows base .. top as it is written. The program of Hernandez-Juarez et al. solves its model with far
/// objects and writes those under one pixel of disparity as sky.
THRUSTLINE_HD inline stixel written_stixel(model_view const& model, std::int32_t base, std::int32_t top,
                                           stixel_class kind, float disparity) {
  const bool is_far = kind == stixel_class::object && disparity < 1;
  return {model.rows - 1 - top, model.rows - 1 - base,
          is_far && model.mode == stixel_mode::faithful ? stixel_class::sky : kind, disparity};
}

/// Base row of the best stixel of a class that ends in a row, and the class below it.
struct origin {
  std::int32_t base;
  stixel_class below; ///< unspecified for base 0
};

/// The best ground and sky stixels that contain a row; they do not depend on their top row t, as best(t) = sums[t + 1]
/// + the least of entry(v) - sums[v] over the base rows v. Costs are whole numbers, so a running minimum is exact.
struct open_stixels {
  cost ground, sky; ///< costs less the class's sums up to the base row
  origin ground_origin;
  std::int32_t sky_base; ///< sky is always on an object

  /// State in row 0.
  THRUSTLINE_HD explicit open_stixels(first_priors const& first)
      : ground(first.ground), sky(infinite), ground_origin{0, {}}, sky_base(0) {}

  /// Goes on to base row v. ground_sum, sky_sum: sums of the rows below v.
  THRUSTLINE_HD void go_on(std::int32_t v, best_costs const& below, row_priors const& priors,
                           prior_tables const& tables, cost ground_sum, cost sky_sum) {
    const cost on_ground = ground_entry(below, priors), on_sky = sky_entry(below, priors, tables);
    if (on_ground < infinite && on_ground - ground_sum < ground) {
      ground = on_ground - ground_sum;
      ground_origin = {v, below.ground < below.object ? stixel_class::ground : stixel_class::object};
    }
    if (on_sky < infinite && on_sky - sky_sum < sky) {
      sky = on_sky - sky_sum;
      sky_base = v;
    }
  }

  /// Costs of the stixels with top row t. ground_sum, sky_sum: sums of the rows up to t.
  THRUSTLINE_HD cost best_ground(std::int32_t t, std::int32_t horizon, cost ground_sum) const {
    return t < horizon ? ground + ground_sum : infinite;
  }
  THRUSTLINE_HD cost best_sky(cost sky_sum) const { return sky < infinite ? sky + sky_sum : infinite; }
};

/// The class below an object stixel with base row v > 0.
THRUSTLINE_HD inline stixel_class class_below(object_entry const& entry, std::int32_t v, std::int32_t horizon) {
  return !(entry.on_other < entry.on_object) ? stixel_class::object
         : v - 1 < horizon                   ? stixel_class::ground
                                             : stixel_class::sky;
}

/// The prior of an object stixel with base row 0 and top row t.
THRUSTLINE_HD inline cost first_object(first_priors const& first, std::int32_t t, std::int32_t horizon) {
  return t <= horizon ? first.object_below_horizon : first.object_above_horizon;
}

} // namespace thrustline::stixel_world
