// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "commands/device.hpp"
#include "formats/dataset.hpp"

namespace thrustline_program {

class option_set;

/// Numbers without a header: none, or pairs of float or double.
enum class raw_numbers { none, f32, f64 };

/// The options of `thrustline hull`.
struct hull_arguments {
  std::string input, output, plot;
  raw_numbers raw = raw_numbers::none;
  read_options read; ///< if INPUT is not raw
  place where;
  bool keep_collinear = false, json = false, overwrite = false, quiet = false;

  bool to_standard_output() const { return output == "-"; }
};

/// What INPUT holds, by --format or by its extension.
raw_numbers raw_numbers_of(hull_arguments const& arguments);

/// Declares the options; reading the command line sets them.
void declare_options(option_set& options, hull_arguments& arguments);

/// Throws usage_error for options that make no sense together.
void check_together(hull_arguments const& arguments);

} // namespace thrustline_program
