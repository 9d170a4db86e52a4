// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// The stixel model of Pfeiffer (2011) as Hernandez-Juarez et al. (2016) solve it on a GPU: its parameters and results.
namespace thrustline {

/// Class of a stixel.
enum class stixel_class : std::int32_t { ground, object, sky };

/// Piece of a column that belongs to one class: rows first .. last, both included, counted from the top of the image.
struct stixel {
  std::int32_t first, last;
  stixel_class kind;
  float disparity; ///< mean of the valid disparities of its rows, px; 0 if none is valid
};

/// Pair of rectified cameras side by side.
struct stereo_camera {
  double focal_length = 0;  ///< px, 1e-6 to 1e6
  double baseline = 0;      ///< m, 1e-6 to 1e6
  double principal_row = 0; ///< row of the optical axis, px from the top, -1e6 to 1e6
};

/// Flat road: its disparity at row y, counted from the top, is slope * (y - horizon).
struct road_model {
  double slope = 0;   ///< px per row, 1e-6 to 1e6
  double horizon = 0; ///< row, from the top
};

/// Variant of the model that is solved.
enum class stixel_mode {
  /// Disparities are rounded to the nearest whole number to look up their costs, and an object's noise follows from the
  /// stixel's disparity.
  corrected,
  /// As the program of Hernandez-Juarez et al. does, to compare with its results: disparities are rounded down, an
  /// object's noise follows from each measured disparity, and objects whose mean disparity is under one pixel are
  /// written as sky. Costs are those of the objects, and sky may lie on sky or on ground.
  faithful
};

/// Reduction of the pixels in a row of a stixel to one: mean or median of the valid ones. The median of an even number
/// is the mean of the middle two.
enum class stixel_reduction { mean, median };

/// Parameters of the model: what it assumes about sensor and scene. Deviations of disparities and ground_tolerance are
/// 1e-6 to 1e6, other lengths and angles 0 to 1e6, shares and probabilities 1e-12 to 1 - 1e-12 (`missing`: or 0).
struct stixel_parameters {
  double ground_noise = 2, object_noise = 1, sky_noise = 0.1;     ///< standard deviations of disparities, px
  double camera_height_noise = 0.05;                              ///< standard deviation, m
  double camera_tilt_noise = 0.05 * 3.14159265358979323846 / 180; ///< standard deviation, rad
  double object_depth = 10.2;                                     ///< depth that one object may span, m
  double outliers = 0.15, sky_outliers = 0.4; ///< share of wrong measurements on ground and objects, and on sky

  /// Share of pixels without measurement. 0: such pixels cost nothing under any class.
  double missing = 0;
  double ground_if_missing = 0.28, object_if_missing = 0.44, sky_if_missing = 0.28; ///< P(class | missing)

  double unordered = 0.2;      ///< probability that the upper of two touching objects is the nearer one
  double floating = 0.1;       ///< probability that an object on ground stands above it
  double sunken = 0.04;        ///< probability that its base is below the ground
  double ground_tolerance = 3; ///< largest difference from the ground's disparity of an object that stands on it, px
};

} // namespace thrustline
