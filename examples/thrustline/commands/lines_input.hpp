// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

#include "formats/dataset.hpp"

namespace thrustline_program {

class option_set;

/// Declares how the columns of a CSV file are chosen: --x, --y, --id, --separator, --invalid.
void add_csv_options(option_set& options, read_options& read);

/// Throws usage_error for options of CSV that make no sense together, or with a file of this format.
void check_csv_options(read_options const& read, file_format format);

/// One line that counts the rows that were skipped; nothing if there are none.
void print_skipped_note(std::ostream& out, dataset const& data);

} // namespace thrustline_program
