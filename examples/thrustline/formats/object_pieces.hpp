// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/dataset.hpp"
#include "formats/geometry_types.hpp"

/// The objects of a file as those of a TopoJSON topology: their structure, attributes and order, without the lines.
namespace thrustline_program {

/// A stretch of JSON text and the geometry that follows it, if any. Where the geometry stands, the members of an object
/// are expected: its type, and its arcs or coordinates.
struct object_piece {
  std::string text;
  const geometry_type* type = nullptr; ///< null: no geometry follows
  std::string_view coordinates;        ///< the coordinates of the geometry, in the text of the dataset
};

/// The text without the blanks and line ends around it.
std::string_view without_blanks(std::string_view text);

/// The byte behind the string, in double quotes, that begins at `at`; the end of the text for one that is not closed.
std::size_t end_of_string(std::string_view text, std::size_t at);

/// Entries of a list within brackets of any kind, [..], (..) or {..}, separated by commas and without the blanks around
/// them. None for any other text, such as WKT's EMPTY. The text must be well-formed.
std::vector<std::string_view> entries_of_list(std::string_view list);

/// Throws std::invalid_argument for collections that are nested deeper than readers of a topology follow.
void check_depth(std::int64_t depth);

/// The pieces of one JSON value: an object of all geometries that data.text holds. It must have been read without a
/// fault. Features become geometries: `id`, `properties` and all other members are passed through byte for byte, those
/// of a feature before those of its geometry; but members whose names have a meaning of their own in a topology (type,
/// arcs, coordinates, geometries, geometry, features) are not. Throws std::invalid_argument for collections that are
/// nested too deep.
std::vector<object_piece> pieces_of_geojson(dataset const& data);
std::vector<object_piece> pieces_of_wkt(dataset const& data);

} // namespace thrustline_program
