// SPDX-License-Identifier: MIT
#include "commands/output_checks.hpp"

#include <algorithm>
#include <filesystem>

#include "formats/pending_files.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {

void check_outputs_differ(std::vector<std::string> const& outputs, std::vector<std::string> const& files) {
  std::vector<std::string> all = outputs;
  all.insert(all.end(), files.begin(), files.end());
  if (const std::string path = named_twice(all); !path.empty())
    throw usage_error(path + " would be written twice");
  if (std::count(files.begin(), files.end(), "-") > 0)
    throw usage_error("only OUTPUT may go to standard output");
}

void check_csv_output(std::string const& output) {
  if (std::filesystem::path(output).extension() != ".csv")
    throw usage_error("OUTPUT: " + output + " does not end in .csv");
}

void check_report_apart(std::string const& output, bool json) {
  if (json && output == "-")
    throw usage_error("--json and OUTPUT would both go to standard output");
}

} // namespace thrustline_program
