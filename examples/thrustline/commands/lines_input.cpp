// SPDX-License-Identifier: MIT
#include "commands/lines_input.hpp"

#include <ostream>
#include <string>

#include "commands/command_line.hpp"
#include "commands/names.hpp"
#include "formats/message_text.hpp"
#include "terminal/errors.hpp"
#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

constexpr name_of_value<bool> invalid_names[] = {{"refuse", false}, {"skip", true}};

} // namespace

void add_csv_options(option_set& options, read_options& read) {
  const auto set_separator = [&read](std::string const& text) -> std::string {
    const bool tab = text == "tab" || text == "\\t";
    if (!tab && (text.size() != 1 || text == "\"" || text == "\n" || text == "\r"))
      return "'" + excerpt(text) + "' is neither one character nor tab";
    read.separator = tab ? '\t' : text[0];
    return "";
  };
  options.name("--x", read.x, "column of a CSV file with x, by name or by number from 1, with --y (default: x)")
      .type("COLUMN");
  options.name("--y", read.y, "column of a CSV file with y, with --x (default: y)").type("COLUMN");
  options.name("--id", read.id, "column of a CSV file whose runs of equal values are lines (default: id)")
      .type("COLUMN");
  options.text("--separator", set_separator, "of a CSV file: a character, or tab (default: the header's , ; or tab)")
      .type("C");
  options.choice("--invalid", invalid_names, read.skip_invalid,
                 "rows of a CSV file whose coordinates are empty or not finite (default: refuse)");
}

void check_csv_options(read_options const& read, file_format format) {
  if (read.x.empty() != read.y.empty())
    throw usage_error("--x and --y: both are needed, or none");
  if (!read.x.empty() && !read.column.empty())
    throw usage_error("--column: has no effect with --x and --y");
  if (format == file_format::csv || !read.for_csv())
    return;
  const char* const option = !read.column.empty() ? "--column"
                             : !read.x.empty()    ? "--x"
                             : !read.t.empty()    ? "--t"
                             : !read.id.empty()   ? "--id"
                             : !read.pins.empty() ? "--pin-column"
                             : read.separator     ? "--separator"
                                                  : "--invalid";
  throw usage_error(std::string(option) + ": INPUT is not a CSV file");
}

void print_skipped_note(std::ostream& out, dataset const& data) {
  if (!data.skipped.empty())
    out << "note: " << counted(static_cast<std::int64_t>(data.skipped.size()), "row was", "rows were")
        << " skipped, the first in line " << data.skipped.front().line << "\n";
}

} // namespace thrustline_program
