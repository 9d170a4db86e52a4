// SPDX-License-Identifier: MIT
#include "commands/output_checks.hpp"

#include <utility>

#include <unistd.h>

#include "commands/command_line.hpp"
#include "formats/extension.hpp"
#include "formats/file_content.hpp"
#include "formats/file_identity.hpp"
#include "terminal/errors.hpp"

namespace thrustline_program {
namespace {

file_identity identity_of_input(std::string const& path) {
  return path == "-" ? file_identity(STDIN_FILENO) : file_identity(path);
}

file_identity identity_of_output(std::string const& path) {
  return path == "-" ? file_identity(STDOUT_FILENO) : file_identity(path);
}

} // namespace

void check_outputs_differ(std::vector<file_argument> const& outputs, bool json) {
  const file_identity standard_output(STDOUT_FILENO);
  std::vector<std::pair<std::string, file_identity>> seen; // name and file
  for (file_argument const& output : outputs) {
    if (output.path.empty())
      continue;
    if (output.path == "-" && output.name != "OUTPUT")
      throw usage_error(output.name + ": only OUTPUT may go to standard output");
    const file_identity file = identity_of_output(output.path);
    if (json && (output.path == "-" || same_file(file, standard_output)))
      throw usage_error("--json and " + output.name + " would both go to standard output");
    for (auto const& [name, other] : seen)
      if (same_file(other, file))
        throw usage_error(output_name(output.path) + " would be written twice, by " + name + " and " + output.name);
    seen.emplace_back(output.name, file);
  }
}

void check_inputs_stay(std::vector<file_argument> const& inputs, std::vector<file_argument> const& outputs) {
  for (file_argument const& input : inputs)
    for (file_argument const& output : outputs) {
      if (input.path.empty() || output.path.empty())
        continue;
      const file_identity read = identity_of_input(input.path);
      if (read.is_regular() && same_file(read, identity_of_output(output.path)))
        throw usage_error(output.name + ": " + output_name(output.path) + " is " + input.name +
                          ", which would be lost");
    }
}

void check_csv_output(std::string const& output) {
  if (!has_extension(output, ".csv"))
    throw usage_error("OUTPUT: " + output + " does not end in .csv");
}

} // namespace thrustline_program
