// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "stixels/model/units.hpp"
#include <thrustline/stixel_parameters.hpp>

/// Cost of a measured disparity under each class (Hernandez-Juarez et al. 2016, Eq. 3 and 4): -ln of a Gaussian that is
/// truncated to the range of disparities, but at most that of an outlier, which may have any disparity.
namespace thrustline::stixel_world {

/// What all tables of a model are made from.
struct model_setting {
  std::int64_t rows;
  int range; ///< disparities d are 0 <= d < range
  stixel_mode mode;
  stixel_parameters parameters;
  stereo_camera camera;
  cost_units units;
};

/// Cost as a function of the distance from the expected disparity: base + weight * distance^2, at most base + cap.
struct pixel_cost {
  float weight, cap;
  cost base;

  THRUSTLINE_HD cost operator()(float distance) const {
    const float square = rounding::mul(rounding::mul(distance, distance), weight);
    return base + to_nearest(square < cap ? square : cap);
  }
};

/// The same cost in double and in nats, from which tables are made.
struct gaussian_or_outlier {
  double base, weight, outlier;

  /// expected, deviation: mean and standard deviation of the Gaussian; constant: cost of every measured pixel.
  gaussian_or_outlier(double expected, double deviation, double outliers, double range, double constant) {
    const double root2pi = std::sqrt(2 * std::acos(-1.)), inside = share_inside(expected, deviation, range);
    // Far outside the range nothing of the Gaussian is left, so every pixel is an outlier.
    base = constant + std::log(std::max(inside, 1e-300)) + std::log(deviation * root2pi) - std::log(1 - outliers);
    weight = 1 / (2 * deviation * deviation);
    outlier = constant + std::log(range) - std::log(outliers);
    if (inside < 1e-300)
      base = outlier;
  }

  double operator()(double distance) const { return std::min(outlier, base + weight * distance * distance); }

  /// The share of the Gaussian in 0 .. range. Outside, where both ends are in one tail, the tails are subtracted: their
  /// complements are too near 1.
  static double share_inside(double expected, double deviation, double range) {
    const double from = -expected / (std::sqrt(2.) * deviation), to = (range - expected) / (std::sqrt(2.) * deviation);
    if (to < 0)
      return (std::erfc(-to) - std::erfc(-from)) / 2;
    if (from > 0)
      return (std::erfc(from) - std::erfc(to)) / 2;
    return (std::erf(to) - std::erf(from)) / 2;
  }

  pixel_cost in(cost_units const& units) const {
    const cost base_units = units.of(base);
    return {static_cast<float>(weight * units.per_nat), static_cast<float>(units.of(outlier) - base_units), base_units};
  }
};

/// Additional cost of measured and of missing pixels for a class: -ln P(measured | class) and -ln P(missing | class).
struct existence {
  double measured = 0, missing = 0;

  /// class_if_missing: P(class | missing). P(class) is 1/3.
  existence(double missing_share, double class_if_missing) {
    if (missing_share > 0) {
      const double missing_if_class = class_if_missing * missing_share * 3;
      measured = -std::log(1 - missing_if_class);
      missing = -std::log(missing_if_class);
    }
  }
};

inline existence ground_existence(stixel_parameters const& p) { return {p.missing, p.ground_if_missing}; }
inline existence object_existence(stixel_parameters const& p) { return {p.missing, p.object_if_missing}; }
inline existence sky_existence(stixel_parameters const& p) { return {p.missing, p.sky_if_missing}; }

/// Standard deviation of an object's disparities, from the noise of measurement and the depth that an object may span.
inline double object_deviation(stixel_parameters const& p, stereo_camera const& camera, double disparity) {
  const double span = disparity * disparity * p.object_depth / (camera.focal_length * camera.baseline);
  return std::hypot(p.object_noise, span);
}

/// Table of object costs: that of measured disparity q on a stixel of disparity f at [f * range + q].
inline std::vector<cost> make_object_costs(model_setting const& model) {
  stixel_parameters const& p = model.parameters;
  const int range = model.range;
  std::vector<gaussian_or_outlier> of;
  for (int disparity = 0; disparity < range; ++disparity)
    of.emplace_back(disparity, object_deviation(p, model.camera, disparity), p.outliers, range,
                    object_existence(p).measured);
  std::vector<cost> costs;
  costs.reserve(static_cast<std::size_t>(range) * static_cast<std::size_t>(range));
  for (int f = 0; f < range; ++f)
    for (int q = 0; q < range; ++q)
      costs.push_back(model.units.of(of[static_cast<std::size_t>(model.mode == stixel_mode::faithful ? q : f)](q - f)));
  return costs;
}

inline gaussian_or_outlier sky_costs(stixel_parameters const& p, int range) {
  return {0, p.sky_noise, p.sky_outliers, static_cast<double>(range), sky_existence(p).measured};
}

} // namespace thrustline::stixel_world
