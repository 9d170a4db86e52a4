// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <thrustline/simplify.hpp>

#include "device.hpp"
#include "formats/dataset.hpp"

namespace CLI {
class App;
}

namespace thrustline_program {

/// The options of `thrustline simplify`.
struct simplify_arguments {
  std::string input, output;
  read_options read;
  std::optional<double> tolerance;
  std::optional<thrustline::metric> metric; ///< none: segment for polylines, vertical for series
  thrustline::engine engine = thrustline::engine::automatic;
  thrustline_program::device device = device::automatic;
  int threads = 0; ///< 0: all cores
  std::string mask, plot;
  bool stats = false, json = false, overwrite = false, quiet = false, verbose = false;

  bool to_standard_output() const { return output == "-"; }
};

/// Declares the options; they are set when `command` parses.
void declare_options(CLI::App& command, simplify_arguments& arguments);

/// Throws usage_error for options that make no sense together.
void check_together(simplify_arguments const& arguments);

} // namespace thrustline_program
