// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace thrustline_program {

/// Throws usage_error if two of these paths name one file, however they are written, or if one of `files` is "-",
/// standard output. Empty paths do not count.
void check_outputs_differ(std::vector<std::string> const& outputs, std::vector<std::string> const& files);

/// Throws usage_error if OUTPUT does not end in .csv.
void check_csv_output(std::string const& output);

/// Throws usage_error if OUTPUT is standard output and a report is to go there, too.
void check_report_apart(std::string const& output, bool json);

} // namespace thrustline_program
