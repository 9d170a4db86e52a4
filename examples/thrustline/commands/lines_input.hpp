// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "formats/dataset.hpp"

namespace thrustline_program {

class option_set;

/// Declares how the columns of a CSV file are chosen: --x, --y, --id, --separator, --invalid.
void add_csv_options(option_set& options, read_options& read);

/// Throws usage_error for options of CSV that make no sense together, or with a file of this format.
void check_csv_options(read_options const& read, file_format format);

} // namespace thrustline_program
