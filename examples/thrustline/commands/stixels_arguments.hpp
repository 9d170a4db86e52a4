// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <thrustline/stixels.hpp>

#include "commands/device.hpp"
#include "formats/grey_image.hpp"

namespace thrustline_program {

class option_set;

/// The options of `thrustline stixels`.
struct stixels_arguments {
  std::string input, output;
  thrustline::stereo_camera camera;
  int max_disparity = 128;
  std::int64_t width = 5;
  thrustline::stixel_mode mode = thrustline::stixel_mode::corrected;
  std::optional<thrustline::road_model> road; ///< none: it is estimated
  double invalid = 0;                         ///< the raw value of pixels without measurement; NaN: none
  int median = 0;                             ///< window; 0: no filter
  std::int64_t max_pixels = usual_max_pixels;
  place where;
  std::string plot, image;
  bool json = false, overwrite = false, quiet = false;

  bool to_standard_output() const { return output == "-"; }
};

/// Declares the options; reading the command line sets them.
void declare_options(option_set& options, stixels_arguments& arguments);

/// Throws usage_error for options that make no sense, alone or together.
void check_together(stixels_arguments const& arguments);

} // namespace thrustline_program
