// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>

#include "commands/simplify_arguments.hpp"
#include "commands/simplify_report.hpp"
#include "formats/dataset.hpp"
#include "processing/topology_layer.hpp"

namespace thrustline_program {

/// One run: its arguments, data and intermediate results.
struct simplification {
  simplify_arguments const& arguments;
  thrustline::executor on;
  dataset data;
  thrustline::simplify_options options;
  std::optional<topology_layer> layer; ///< with --topology
  std::vector<double> significance;    ///< significance of every point, down to 0; empty if it is not needed
  thrustline::simplify_report significance_report;
  double seconds_read = 0, seconds_significance = 0;
};

/// Result of a run, or of one level.
struct simplify_result {
  std::string path;
  std::vector<std::uint8_t> mask;
  std::vector<std::uint8_t> plain;      ///< with --plot and --topology: the mask without the topology
  thrustline::simplify_options options; ///< those of the run, with the tolerance of the mask
  simplify_summary summary;
};

/// The options of the library for the arguments and the data, whose pins and rings they refer to.
thrustline::simplify_options options_for(simplify_arguments const& arguments, dataset const& data);

/// Makes what all levels share: the layer of --topology, and the significances where they are needed.
void prepare(simplification& run);

/// The result for OUTPUT, or for one level.
simplify_result compute(simplification const& run, std::size_t which);

} // namespace thrustline_program
