// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Fills `data` from data.text. The first row is the header; the options choose columns, or the header's names, in any
/// order and of either case, say what the file is:
///
///     one column only     a series of values
///     x and y             a polyline
///
/// With a column `id`, consecutive rows of the same id are one series, and no id may occur again later; ids are
/// compared without the quotes and blanks around them. Other columns are passed through. The separator is the one that
/// the header has, or that of the options. `path` is for messages.
void read_csv(std::string const& path, read_options const& options, dataset& data);

} // namespace thrustline_program
