// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <thrustline/simplify.hpp>

#include "commands/device.hpp"
#include "formats/grey_image.hpp"

namespace thrustline_program {

class option_set;

/// Treatment of pixels without measurement.
enum class holes { ignore, fill };

/// Which lines of the image are segmented.
enum class axis { columns, rows };

/// The options of `thrustline segment`.
struct segment_arguments {
  std::string input, output;
  double tolerance = 0;
  double invalid = 0; ///< the raw value of pixels without measurement; NaN: none
  thrustline_program::holes holes = holes::ignore;
  int median = 0;        ///< window; 0: no filter
  std::int64_t rows = 0; ///< pixels that columns are resampled to; 0: as many as they have
  thrustline_program::axis axis = axis::columns;
  thrustline::engine engine = thrustline::engine::automatic;
  std::int64_t max_pixels = usual_max_pixels;
  place where;
  std::string plot, image, reconstruct;
  bool json = false, overwrite = false, quiet = false;

  bool to_standard_output() const { return output == "-"; }
};

/// Declares the options; reading the command line sets them.
void declare_options(option_set& options, segment_arguments& arguments);

/// Throws usage_error for options that make no sense, alone or together.
void check_together(segment_arguments const& arguments);

} // namespace thrustline_program
