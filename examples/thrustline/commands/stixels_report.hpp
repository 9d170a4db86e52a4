// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include <thrustline/stixels.hpp>

namespace thrustline_program {

/// What one run of `stixels` did.
struct stixels_summary {
  std::int64_t image_columns = 0, rows = 0, columns = 0, width = 0;
  std::int64_t ground = 0, object = 0, sky = 0; ///< stixels
  int max_disparity = 0;
  std::int64_t valid = 0, beyond = 0; ///< pixels with a measurement; those of them that are >= max_disparity
  thrustline::stixel_mode mode = thrustline::stixel_mode::corrected;
  thrustline::road_model road;
  bool road_estimated = false;
  double tilt = 0, height = 0; ///< camera above an estimated road, rad and m
  std::int64_t votes = 0;      ///< for an estimated road
  std::string device;
  double seconds_read = 0, seconds_compute = 0, seconds_write = 0;

  std::int64_t stixels() const { return ground + object + sky; }
  std::int64_t pixels() const { return image_columns * rows; }
};

/// One object, one line.
void print_json(std::ostream& out, stixels_summary const& summary);

/// One line for people.
void print_summary(std::ostream& out, stixels_summary const& summary);

} // namespace thrustline_program
