// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace thrustline::wkb {

/// The types of geometries, by their ISO numbers. 13 and 14, curve and surface, are abstract.
enum class shape : std::uint8_t {
  point = 1,
  line_string,
  polygon,
  multi_point,
  multi_line_string,
  multi_polygon,
  collection,
  circular_string,
  compound_curve,
  curve_polygon,
  multi_curve,
  multi_surface,
  polyhedral_surface = 15,
  tin,
  triangle
};

/// What follows the type (and the SRID).
enum class body : std::uint8_t {
  none,    ///< the type is unknown
  point,   ///< the ordinates of one point
  points,  ///< a count and points
  rings,   ///< a count of rings, each a count and points
  members, ///< a count and geometries
};

/// Set of shapes.
class shape_set {
public:
  constexpr shape_set() = default;

  template <class... Shapes>
  constexpr explicit shape_set(Shapes... shapes) : bits_(((1u << static_cast<unsigned>(shapes)) | ...)) {}

  constexpr bool has(shape one) const { return (bits_ >> static_cast<unsigned>(one) & 1) != 0; }

private:
  std::uint32_t bits_ = 0;
};

/// What the library knows of a shape.
struct shape_facts {
  const char* name = nullptr;
  body content = body::none;
  shape_set members;               ///< shapes that may be inside
  bool members_have_lines = false; ///< else the lines inside are none of the column's
};

/// Facts of each shape by its number; body::none where there is no such shape.
inline constexpr shape_facts facts_of_shapes[] = {
    {},
    {"Point", body::point, {}, false},
    {"LineString", body::points, {}, false},
    {"Polygon", body::rings, {}, false},
    {"MultiPoint", body::members, shape_set(shape::point), false},
    {"MultiLineString", body::members, shape_set(shape::line_string), true},
    {"MultiPolygon", body::members, shape_set(shape::polygon), true},
    {"GeometryCollection", body::members,
     shape_set(shape::point, shape::line_string, shape::polygon, shape::multi_point, shape::multi_line_string,
               shape::multi_polygon, shape::collection, shape::circular_string, shape::compound_curve,
               shape::curve_polygon, shape::multi_curve, shape::multi_surface, shape::polyhedral_surface, shape::tin,
               shape::triangle),
     true},
    {"CircularString", body::points, {}, false},
    {"CompoundCurve", body::members, shape_set(shape::line_string, shape::circular_string), false},
    {"CurvePolygon", body::members, shape_set(shape::line_string, shape::circular_string, shape::compound_curve),
     false},
    {"MultiCurve", body::members, shape_set(shape::line_string, shape::circular_string, shape::compound_curve), true},
    {"MultiSurface", body::members, shape_set(shape::polygon, shape::curve_polygon), true},
    {},
    {},
    {"PolyhedralSurface", body::members, shape_set(shape::polygon), false},
    {"Tin", body::members, shape_set(shape::triangle), false},
    {"Triangle", body::rings, {}, false}};

inline shape_facts const& facts_of(shape one) { return facts_of_shapes[static_cast<unsigned>(one)]; }

/// The type of a geometry, from its four bytes.
struct geometry_type {
  shape of{};
  bool z = false, m = false, srid = false;

  std::int64_t ordinates() const { return 2 + z + m; }
};

/// Decodes ISO's numbers and EWKB's flags, also both together; nothing if the word is neither.
inline std::optional<geometry_type> decode_type(std::uint32_t word) {
  constexpr std::uint32_t z_flag = 0x80000000, m_flag = 0x40000000, srid_flag = 0x20000000;
  constexpr std::uint32_t iso_z = 1, iso_m = 2;
  const std::uint32_t number = word & ~(z_flag | m_flag | srid_flag);
  const std::uint32_t shape_number = number % 1000, iso_ordinates = number / 1000;
  if (shape_number >= std::size(facts_of_shapes) || facts_of_shapes[shape_number].content == body::none ||
      iso_ordinates > (iso_z | iso_m))
    return std::nullopt;
  return geometry_type{static_cast<shape>(shape_number), (word & z_flag) != 0 || (iso_ordinates & iso_z) != 0,
                       (word & m_flag) != 0 || (iso_ordinates & iso_m) != 0, (word & srid_flag) != 0};
}

} // namespace thrustline::wkb
