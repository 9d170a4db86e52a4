// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// Fills `data` from data.text, a GeoJSON object (RFC 7946): a FeatureCollection, a Feature, a geometry or a
/// GeometryCollection. Lines and the rings of polygons are series, and with options.points each position of a Point or
/// MultiPoint is; other points, attributes and members that the standard does not know are passed through, and so
/// is everything after the first two numbers of a position. `path` is for messages.
void read_geojson(std::string const& path, read_options const& options, dataset& data);

/// The same for a sequence of such objects: one a line (newline-delimited), or one after each record separator, the
/// character 0x1E (RFC 8142).
void read_geojson_sequence(std::string const& path, read_options const& options, dataset& data);

/// The texts of the objects of such a sequence, with the blanks around them.
std::vector<std::string_view> geojson_records(std::string_view text);

} // namespace thrustline_program
