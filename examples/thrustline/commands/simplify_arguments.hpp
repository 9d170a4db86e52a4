// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include "commands/device.hpp"
#include "formats/dataset.hpp"

namespace thrustline_program {

class option_set;

/// Units of distances.
enum class units {
  data,  ///< those of the coordinates
  metres ///< on the Earth: coordinates are degrees of longitude and latitude
};

/// The options of `thrustline simplify`.
struct simplify_arguments {
  std::string input, output;
  read_options read;
  std::optional<double> tolerance;          ///< at most one of these six is set
  std::optional<std::int64_t> count;        ///< points to keep of all lines together
  std::optional<double> ratio;              ///< share of the points to keep of all lines together
  std::optional<std::int64_t> count_each;   ///< points to keep of each line
  std::optional<double> ratio_each;         ///< share of the points to keep of each line
  std::vector<std::string> levels;          ///< tolerances, one output each
  std::optional<thrustline::metric> metric; ///< none: segment for polylines, vertical for series
  std::optional<units> measure;             ///< none: data, or what the metric needs
  thrustline::engine engine = thrustline::engine::automatic;
  thrustline::topology topology = thrustline::topology::none;
  thrustline::ring_start ring_start = thrustline::ring_start::first;
  thrustline::ring_minimum small_rings = thrustline::ring_minimum::keep;
  place where;
  std::string pins;                         ///< the file
  std::optional<std::int64_t> quantization; ///< different values of x and of y in a TopoJSON output
  std::string mask, plot, significance;
  bool stats = false, json = false, overwrite = false, quiet = false, verbose = false;

  bool to_standard_output() const { return output == "-"; }

  /// Whether OUTPUT is a TopoJSON topology, whatever INPUT is.
  bool to_topojson() const;

  /// Whether distances are metres on the Earth.
  bool in_metres() const { return measure == units::metres || metric == thrustline::metric::great_ellipse; }

  /// Whether the user says how much to keep.
  bool complete() const { return tolerance || wants_count() || !levels.empty(); }

  /// Whether a number of points decides what to keep.
  bool wants_count() const { return count || ratio || count_each || ratio_each; }

  bool keeps_topology() const { return topology != thrustline::topology::none; }

  /// Whether the run needs every point's significance.
  bool wants_significance() const {
    return wants_count() || (!levels.empty() && !keeps_topology()) || !significance.empty();
  }
};

/// Declares the options; reading the command line sets them.
void declare_options(option_set& options, simplify_arguments& arguments);

/// Throws usage_error for options that make no sense together.
void check_together(simplify_arguments const& arguments);

/// A value of --levels as a number; NaN if it is none.
double level_tolerance(std::string const& level);

/// The files of the result: one, or one for each level.
std::vector<std::string> output_paths(simplify_arguments const& arguments);

} // namespace thrustline_program
