// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace thrustline_program {

/// A file that the command line names.
struct file_argument {
  std::string name; ///< INPUT, OUTPUT or an option
  std::string path; ///< "-": standard input or output; empty: not given
};

/// Throws usage_error if two outputs are one file, however their paths are written, or if one but OUTPUT is "-",
/// standard output. `json`: a report goes there, too.
void check_outputs_differ(std::vector<file_argument> const& outputs, bool json);

/// Throws usage_error if an output would take the place of an input.
void check_inputs_stay(std::vector<file_argument> const& inputs, std::vector<file_argument> const& outputs);

/// Throws usage_error if OUTPUT does not end in .csv.
void check_csv_output(std::string const& output);

} // namespace thrustline_program
