// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "formats/dataset.hpp"

/// The text of a dataset without what a mask drops.
namespace thrustline_program {

/// Bytes of the text that others take the place of.
struct text_edit {
  std::int64_t begin, end;
  std::string text;
};

/// Rings that keep no point, and polygons without a shell, are left out; a geometry that keeps nothing becomes an empty
/// list.
std::vector<text_edit> edits_of_lists(dataset const& data, std::vector<std::uint8_t> const& keep_mask);

/// Leaves out the dropped points of a series and closes a ring. Adds nothing for a series that keeps no point.
/// Throws std::invalid_argument if the last point is not kept, unless the series is a ring that keeps none.
void add_edits_of_series(dataset const& data, std::vector<std::uint8_t> const& keep_mask, std::int64_t series,
                         std::vector<text_edit>& edits);

/// Writes the text with the edits. The first of overlapping edits counts, and what the others leave out behind it is
/// left out, too.
void write_edited(std::ostream& out, std::string const& text, std::vector<text_edit> edits);

} // namespace thrustline_program
