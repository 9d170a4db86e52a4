// SPDX-License-Identifier: MIT
#pragma once

#include <cctype>
#include <cstdint>
#include <string_view>

#include "formats/dataset.hpp"

namespace thrustline_program {

/// A geometry type of GeoJSON and WKT, and how it holds its points.
struct geometry_type {
  std::string_view name; ///< as GeoJSON writes it
  int nesting;           ///< lists around each position
  bool lines;            ///< innermost lists are series; false: passed through
  bool rings;            ///< ... and closed
};

inline constexpr geometry_type geometry_types[] = {
    {"LineString", 1, true, false},  {"MultiLineString", 2, true, false}, {"Polygon", 2, true, true},
    {"MultiPolygon", 3, true, true}, {"Point", 0, false, false},          {"MultiPoint", 1, false, false},
};

/// The type of that name, in letters of either case; null if there is none.
inline const geometry_type* find_geometry_type(std::string_view name) {
  const auto equal = [name](std::string_view other) {
    if (name.size() != other.size())
      return false;
    for (std::size_t k = 0; k < name.size(); ++k)
      if (std::tolower(static_cast<unsigned char>(name[k])) != std::tolower(static_cast<unsigned char>(other[k])))
        return false;
    return true;
  };
  for (geometry_type const& type : geometry_types)
    if (equal(type.name))
      return &type;
  return nullptr;
}

/// The size of a type's name in WKT without the Z, M or ZM that may follow it directly, as in POINTZ; else that of the
/// whole name.
inline std::size_t size_without_tag(std::string_view name) {
  constexpr std::string_view collection = "GEOMETRYCOLLECTION", tags[] = {"ZM", "Z", "M"};
  for (std::string_view tag : tags) {
    if (name.size() < tag.size() || name.substr(name.size() - tag.size()) != tag)
      continue;
    const std::string_view front = name.substr(0, name.size() - tag.size());
    if (front == collection || find_geometry_type(front))
      return front.size();
  }
  return name.size();
}

/// Ends the series of planar points that begins at data.offsets.back(), with the points up to `end`. Returns what is
/// wrong with it, or null.
inline const char* end_series(dataset& data, std::int64_t end, bool ring) {
  const std::int64_t begin = data.offsets.back();
  data.offsets.push_back(end);
  data.ring.push_back(ring);
  const double* const xy = data.coordinates.data();
  const bool open =
      ring && end > begin && (xy[2 * begin] != xy[2 * (end - 1)] || xy[2 * begin + 1] != xy[2 * (end - 1) + 1]);
  return open ? "a ring of a polygon is not closed: its last position differs from its first" : nullptr;
}

} // namespace thrustline_program
