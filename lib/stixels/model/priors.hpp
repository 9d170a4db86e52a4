// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "stixels/model/ground.hpp"
#include "stixels/model/logarithms.hpp"

/// Cost of putting a stixel on the one below it: -ln of the probabilities that there is another stixel, of its class,
/// and of its disparity given the one below. Except for the comparison of two disparities, it depends only on the base
/// row and the best stixels below. So each base row has nine numbers (base_step) instead of a function.
namespace thrustline::stixel_world {

/// Costs for base row v >= 1 that do not depend on the stixels below. Each contains ln(rows - v) for one more stixel.
struct row_priors {
  cost ground;                         ///< ground on ground or an object; infinite above the horizon
  cost sky;                            ///< sky on an object; infinite below the horizon
  cost nearer_object, farther_object;  ///< object on object, without the logarithm of the range left to it
  float other_high, other_low;         ///< object on ground, or above the horizon on sky: disparities that are
  cost above_high, between, below_low; ///< above other_high, between, below other_low
};

/// Costs of the first stixel of a column. There is no first stixel of sky.
struct first_priors {
  cost ground, object_below_horizon, object_above_horizon;
};

/// ln(x), where unusual parameters may make x negative.
inline double guarded_log(double x) { return std::log(std::max(x, std::ldexp(1., log_table::lowest_exponent))); }

inline constexpr float unreachable = std::numeric_limits<float>::infinity();

inline first_priors make_first_priors(std::int64_t rows, int range, cost_units const& units) {
  const double one_of_two = std::log(2.), top = std::log(static_cast<double>(rows)), disparity = std::log(range);
  return {units.of(top + one_of_two), units.of(top + disparity + one_of_two), units.of(top + disparity)};
}

/// The logarithms in make_row_priors() that are the same for all rows.
struct prior_logarithms {
  double ground_below_horizon = std::log(0.3), object_below_horizon = std::log(0.7),
         either_above_horizon = std::log(0.5);
  double unordered, ordered, floating, standing, sunken, both_tolerances, nearer_than_sky;

  prior_logarithms(stixel_parameters const& p, int range)
      : unordered(std::log(p.unordered)), ordered(std::log(1 - p.unordered)), floating(std::log(p.floating)),
        standing(std::log(1 - p.floating - p.sunken)), sunken(std::log(p.sunken)),
        both_tolerances(std::log(2 * p.ground_tolerance)), nearer_than_sky(guarded_log(range - p.ground_tolerance)) {}
};

/// top: the logarithm of the number of rows from base row v on.
inline row_priors make_row_priors(ground_plane const& ground, prior_logarithms const& log, model_setting const& model,
                                  std::int64_t v, double top) {
  cost_units const& units = model.units;
  const double tolerance = model.parameters.ground_tolerance, range = model.range;
  const bool below_horizon = v - 1 < ground.horizon;
  const double object_class = top - (below_horizon ? log.object_below_horizon : log.either_above_horizon);

  row_priors priors;
  priors.ground = below_horizon ? units.of(top - log.ground_below_horizon) : infinite;
  priors.sky = below_horizon ? infinite : units.of(top - log.either_above_horizon);
  priors.nearer_object = units.of(object_class - log.unordered);
  priors.farther_object = units.of(object_class - log.ordered);
  if (below_horizon) {
    // Gravity: an object stands on the ground, seldom above it (floating) or below (sunken).
    const double there = std::max(0., ground.disparity(v - 1));
    priors.other_high = static_cast<float>(there + tolerance);
    priors.other_low = static_cast<float>(there - tolerance);
    priors.above_high = units.of(object_class - log.floating + guarded_log(range - there - tolerance));
    priors.between = units.of(object_class - log.standing + log.both_tolerances);
    priors.below_low = units.of(object_class - log.sunken + guarded_log(there - tolerance));
  } else {
    // An object in front of the sky is nearer than the sky.
    priors.other_high = static_cast<float>(tolerance);
    priors.other_low = -unreachable;
    priors.above_high = units.of(top + log.nearer_than_sky);
    priors.between = infinite;
    priors.below_low = infinite;
  }
  return priors;
}

/// Difference of disparity between an object of disparity q and a point one object_depth behind it.
inline float make_disparity_step(stixel_parameters const& p, stereo_camera const& camera, int q) {
  const double fb = camera.focal_length * camera.baseline;
  return q == 0 ? 0.f : static_cast<float>(std::max(0., q - fb / (fb / q + p.object_depth)));
}

/// Costs of object stixels with one base row, given the best stixels below.
struct base_step {
  float high, low; ///< on an object, disparities are above high or below low; between, the two would be one object
  cost on_nearer_side, on_farther_side; ///< costs of all below and of the prior
  float other_high, other_low;          ///< on ground or sky, as in row_priors
  cost above_high, between, below_low;  ///< costs of all below and of the prior
};

/// The least cost of a segmentation up to a row, for each class of its last stixel.
struct best_costs {
  cost ground, object, sky;
  float object_disparity; ///< disparity of the object stixel with that cost

  THRUSTLINE_HD cost of(stixel_class kind) const {
    return kind == stixel_class::ground ? ground : kind == stixel_class::object ? object : sky;
  }
};

/// The class of least cost; of equal costs, ground before object before sky.
THRUSTLINE_HD inline stixel_class best_class_of(best_costs const& best) {
  const bool is_ground = !(best.object < best.ground);
  const cost least = is_ground ? best.ground : best.object;
  return best.sky < least ? stixel_class::sky : is_ground ? stixel_class::ground : stixel_class::object;
}

/// The prior's look-up tables and constants.
struct prior_tables {
  log_table log;
  const float* disparity_step;
  float range, ground_tolerance;
  stixel_mode mode;
};

/// The row of the object costs by which a mean disparity >= 0 is looked up.
THRUSTLINE_HD inline std::int32_t table_row(float disparity, stixel_mode mode) {
  return mode == stixel_mode::faithful ? static_cast<std::int32_t>(disparity) : small_to_nearest(disparity);
}

THRUSTLINE_HD inline cost plus_or_infinite(cost below, cost prior) {
  return below >= largest_finite || prior >= largest_finite ? infinite : below + prior;
}

/// Least difference of disparity between an object and another one that touches it. mode: equals tables.mode; callers
/// that know it at compile time pass it.
THRUSTLINE_HD inline float step_of(float disparity, prior_tables const& tables, stixel_mode mode) {
  return tables.disparity_step[table_row(disparity, mode)];
}

THRUSTLINE_HD inline float step_of(float disparity, prior_tables const& tables) {
  return step_of(disparity, tables, tables.mode);
}

/// Ordering prior: the upper of two objects is farther, seldom nearer, and more than one object's depth away.
struct object_order {
  float high, low;           ///< disparities that are nearer and farther than an object by more than its depth
  cost log_above, log_below; ///< logarithms of the ranges of disparities above high and below low
};

/// step: step_of(disparity, tables).
THRUSTLINE_HD inline object_order order_of(float disparity, float step, prior_tables const& tables) {
  const float high = rounding::add(disparity, step), low = rounding::sub(disparity, step);
  return {high, low, tables.log(rounding::sub(tables.range, high)), tables.log(low)};
}

THRUSTLINE_HD inline object_order order_of(float disparity, prior_tables const& tables) {
  return order_of(disparity, step_of(disparity, tables), tables);
}

/// order: order_of() the object below.
THRUSTLINE_HD inline base_step make_base_step(best_costs const& below, object_order const& order,
                                              row_priors const& priors, bool below_horizon) {
  base_step step;
  step.high = order.high;
  step.low = order.low;
  step.on_nearer_side = below.object + priors.nearer_object + order.log_above;
  step.on_farther_side = below.object + priors.farther_object + order.log_below;
  step.other_high = priors.other_high;
  step.other_low = priors.other_low;
  const cost other = below_horizon ? below.ground : below.sky;
  step.above_high = plus_or_infinite(other, priors.above_high);
  step.between = plus_or_infinite(other, priors.between);
  step.below_low = plus_or_infinite(other, priors.below_low);
  return step;
}

/// Least costs below an object stixel of a disparity, with its prior.
struct object_entry {
  cost on_object, on_other;

  THRUSTLINE_HD object_entry(base_step const& step, float disparity) {
    const cost farther = disparity < step.low ? step.on_farther_side : infinite;
    on_object = disparity > step.high ? step.on_nearer_side : farther;
    const cost not_above = disparity < step.other_low ? step.below_low : step.between;
    on_other = disparity > step.other_high ? step.above_high : not_above;
  }

  THRUSTLINE_HD cost least() const { return on_other < on_object ? on_other : on_object; }
};

/// Cost of ground on the better of ground and object; on the object if both cost the same.
THRUSTLINE_HD inline cost ground_entry(best_costs const& below, row_priors const& priors) {
  return plus_or_infinite(below.ground < below.object ? below.ground : below.object, priors.ground);
}

/// Cost of sky on an object, which must be nearer than the sky.
THRUSTLINE_HD inline cost sky_entry(best_costs const& below, row_priors const& priors, prior_tables const& tables) {
  return below.object_disparity >= tables.ground_tolerance ? plus_or_infinite(below.object, priors.sky) : infinite;
}

} // namespace thrustline::stixel_world
