// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "stixels/model/data_term.hpp"
#include "stixels/model/ground.hpp"
#include "stixels/model/priors.hpp"

/// All tables of the model. The host makes them, because logarithms and error functions of devices differ.
namespace thrustline::stixel_world {

/// View of the tables that are the same in all frames.
struct model_view {
  std::int32_t rows, range; ///< disparities d are 0 <= d < range
  stixel_mode mode;
  disparity_units disparities;
  const cost* object_costs; ///< cost of measured disparity q on a stixel of disparity f at [f * range + q]
  cost missing_on_ground, missing_on_object, missing_on_sky;
  pixel_cost sky;
  first_priors first;
  prior_tables prior;
};

/// View of the tables that depend on the road. Rows count from the bottom.
struct road_view {
  std::int32_t horizon; ///< the first row without ground, -1 to rows
  const ground_row* ground;
  const row_priors* priors; ///< by base row; row 0 has none that is used
};

/// The finest units in which no sum of the costs of `rows` rows overflows.
inline cost_units fitting_units(std::int64_t rows, int range, stixel_parameters const& p) {
  const double height = static_cast<double>(rows), ln_range = std::log(range);
  const auto worst_of = [](existence const& e) { return std::max(std::fabs(e.measured), std::fabs(e.missing)); };
  const double smallest_share = std::min({p.outliers, p.sky_outliers, 1 - p.outliers, 1 - p.sky_outliers});
  const double narrowest = std::min({p.ground_noise, p.object_noise, p.sky_noise});
  const double pixel =
      ln_range - std::log(smallest_share) + std::fabs(std::log(narrowest)) + 2 +
      std::max({worst_of(ground_existence(p)), worst_of(object_existence(p)), worst_of(sky_existence(p))});
  const double rarest = std::min({p.unordered, p.floating, p.sunken, 1 - p.unordered, 1 - p.floating - p.sunken});
  const double prior =
      std::log(height + 1) + 2 * ln_range - std::log(rarest) + std::fabs(std::log(2 * p.ground_tolerance)) + 10;
  constexpr int finest = 20;
  const double largest = (height + 1) * pixel + 4 * prior;
  return {std::ldexp(1., std::min(finest, std::ilogb(largest_finite / largest)))};
}

/// The finest units in which no sum of the disparities of `rows` rows overflows.
inline disparity_units fitting_disparity_units(std::int64_t rows, int range) {
  constexpr int finest = 14;
  return {std::min(finest, 30 - std::ilogb(static_cast<double>(rows) * range))};
}

/// The tables that are the same in all frames.
struct model_tables : model_setting {
  std::vector<cost> object_costs, logarithms;
  std::vector<float> disparity_steps;
  std::vector<double> row_logarithms; ///< ln of the number of rows from row v on

  model_tables(std::int64_t rows, int range, stixel_mode mode, stixel_parameters const& p, stereo_camera const& camera)
      : model_setting{rows, range, mode, p, camera, fitting_units(rows, range, p)},
        object_costs(make_object_costs(*this)), logarithms(make_log_table(range, units)) {
    for (int q = 0; q <= range; ++q)
      disparity_steps.push_back(make_disparity_step(p, camera, q));
    for (std::int64_t v = 0; v < rows; ++v)
      row_logarithms.push_back(std::log(static_cast<double>(rows - v)));
  }

  /// A view of the tables whose arrays are at the given addresses: these, or copies on a device.
  model_view view(const cost* objects, const cost* logs, const float* steps) const {
    model_view v{};
    v.rows = static_cast<std::int32_t>(rows);
    v.range = range;
    v.mode = mode;
    v.disparities = fitting_disparity_units(rows, range);
    v.object_costs = objects;
    v.missing_on_ground = units.of(ground_existence(parameters).missing);
    v.missing_on_object = units.of(object_existence(parameters).missing);
    v.missing_on_sky = units.of(sky_existence(parameters).missing);
    v.sky = sky_costs(parameters, range).in(units);
    v.first = make_first_priors(rows, range, units);
    v.prior = {{logs}, steps, static_cast<float>(range), static_cast<float>(parameters.ground_tolerance), mode};
    return v;
  }

  model_view view() const { return view(object_costs.data(), logarithms.data(), disparity_steps.data()); }
};

/// The tables of one road.
struct road_tables {
  std::int32_t horizon;
  std::vector<ground_row> ground;
  std::vector<row_priors> priors;

  road_tables(model_tables const& model, road_model const& road) {
    const ground_plane plane(road, model.camera, model.rows);
    horizon = static_cast<std::int32_t>(std::clamp<std::int64_t>(plane.horizon, -1, model.rows));
    const prior_logarithms log(model.parameters, model.range);
    ground.resize(static_cast<std::size_t>(model.rows)); // above the horizon there is no ground
    priors.reserve(static_cast<std::size_t>(model.rows));
    for (std::int64_t v = 0; v < model.rows; ++v) {
      const auto row = static_cast<std::size_t>(v);
      if (v < horizon)
        ground[row] = make_ground_row(plane, model, v);
      priors.push_back(make_row_priors(plane, log, model, v, model.row_logarithms[row]));
    }
  }

  road_view view() const { return {horizon, ground.data(), priors.data()}; }
};

} // namespace thrustline::stixel_world
