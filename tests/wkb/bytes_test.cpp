// SPDX-License-Identifier: MIT
// WKB written by hand, byte by byte.
#include <doctest/doctest.h>

#include <cctype>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include "check_refused.hpp"
#include "geometry_tree.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// The bytes of hexadecimal digits; spaces do not count.
byte_string from_hex(std::string const& text) {
  byte_string bytes;
  std::string digits;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      digits += c;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// A value, what is read of it, and, where it has lines, the value without the second point of each.
struct example {
  std::string name, hex;
  std::vector<double> xy;
  std::vector<std::int64_t> line_offsets;
  std::vector<std::uint8_t> is_ring;
  std::string without_second = "";
};

// Doubles 1 to 8, little endian.
#define D0 "0000000000000000"
#define D1 "000000000000F03F"
#define D2 "0000000000000040"
#define D3 "0000000000000840"
#define D4 "0000000000001040"
#define D5 "0000000000001440"
#define D6 "0000000000001840"
#define D7 "0000000000001C40"
#define D8 "0000000000002040"
// Big endian.
#define B1 "3FF0000000000000"
#define B2 "4000000000000000"
#define B3 "4008000000000000"
#define B4 "4010000000000000"
#define B5 "4014000000000000"
#define B6 "4018000000000000"
#define B7 "401C000000000000"
#define B8 "4020000000000000"
#define NAN_LITTLE "000000000000F87F"

#define LINE_12_34 "01 02000000 02000000" D1 D2 D3 D4
#define LINE_12 "01 02000000 01000000" D1 D2
#define TRIANGLE_RING "04000000" D1 D2 D3 D4 D5 D6 D1 D2
#define TRIANGLE_RING_CUT "03000000" D1 D2 D5 D6 D1 D2
#define CIRCULAR "01 08000000 03000000" D1 D2 D3 D4 D5 D6

const std::vector<example> examples{
    // Both byte orders, ISO and EWKB, each set of ordinates.
    {"LineString, little endian", LINE_12_34, {1, 2, 3, 4}, {0, 2}, {0}, LINE_12},
    {"LineString, big endian",
     "00 00000002 00000002" B1 B2 B3 B4,
     {1, 2, 3, 4},
     {0, 2},
     {0},
     "00 00000002 00000001" B1 B2},
    {"LineString Z, ISO",
     "01 EA030000 02000000" D1 D2 D3 D4 D5 D6,
     {1, 2, 4, 5},
     {0, 2},
     {0},
     "01 EA030000 01000000" D1 D2 D3},
    {"LineString M, ISO",
     "01 D2070000 02000000" D1 D2 D3 D4 D5 D6,
     {1, 2, 4, 5},
     {0, 2},
     {0},
     "01 D2070000 01000000" D1 D2 D3},
    {"LineString ZM, ISO",
     "01 BA0B0000 02000000" D1 D2 D3 D4 D5 D6 D7 D8,
     {1, 2, 5, 6},
     {0, 2},
     {0},
     "01 BA0B0000 01000000" D1 D2 D3 D4},
    {"LineString ZM, ISO, big endian",
     "00 00000BBA 00000002" B1 B2 B3 B4 B5 B6 B7 B8,
     {1, 2, 5, 6},
     {0, 2},
     {0},
     "00 00000BBA 00000001" B1 B2 B3 B4},
    {"LineString Z, EWKB",
     "01 02000080 02000000" D1 D2 D3 D4 D5 D6,
     {1, 2, 4, 5},
     {0, 2},
     {0},
     "01 02000080 01000000" D1 D2 D3},
    {"LineString M, EWKB",
     "01 02000040 02000000" D1 D2 D3 D4 D5 D6,
     {1, 2, 4, 5},
     {0, 2},
     {0},
     "01 02000040 01000000" D1 D2 D3},
    {"LineString ZM, EWKB",
     "01 020000C0 02000000" D1 D2 D3 D4 D5 D6 D7 D8,
     {1, 2, 5, 6},
     {0, 2},
     {0},
     "01 020000C0 01000000" D1 D2 D3 D4},
    {"LineString, SRID 4326",
     "01 02000020 E6100000 02000000" D1 D2 D3 D4,
     {1, 2, 3, 4},
     {0, 2},
     {0},
     "01 02000020 E6100000 01000000" D1 D2},
    {"LineString ZM, SRID 4326, big endian",
     "00 E0000002 000010E6 00000002" B1 B2 B3 B4 B5 B6 B7 B8,
     {1, 2, 5, 6},
     {0, 2},
     {0},
     "00 E0000002 000010E6 00000001" B1 B2 B3 B4},
    {"LineString Z, by ISO and EWKB", "01 EA030080 01000000" D1 D2 D3, {1, 2}, {0, 1}, {0}},
    {"LineString EMPTY", "01 02000000 00000000", {}, {0, 0}, {0}},

    // Polygons.
    {"Polygon",
     "01 03000000 01000000" TRIANGLE_RING,
     {1, 2, 3, 4, 5, 6, 1, 2},
     {0, 4},
     {1},
     "01 03000000 01000000" TRIANGLE_RING_CUT},
    {"Polygon with a hole",
     "01 03000000 02000000" TRIANGLE_RING TRIANGLE_RING,
     {1, 2, 3, 4, 5, 6, 1, 2, 1, 2, 3, 4, 5, 6, 1, 2},
     {0, 4, 8},
     {1, 1},
     "01 03000000 02000000" TRIANGLE_RING_CUT TRIANGLE_RING_CUT},
    {"Polygon M, SRID, big endian",
     "00 60000003 000010E6 00000001 00000002" B1 B2 B3 B4 B5 B6,
     {1, 2, 4, 5},
     {0, 2},
     {1},
     "00 60000003 000010E6 00000001 00000001" B1 B2 B3},
    {"Polygon EMPTY", "01 03000000 00000000", {}, {0}, {}},
    {"Polygon of an empty ring", "01 03000000 01000000 00000000", {}, {0, 0}, {1}},

    // Points have no lines.
    {"Point", "01 01000000" D1 D2, {}, {0}, {}},
    {"Point EMPTY", "01 01000000" NAN_LITTLE NAN_LITTLE, {}, {0}, {}},
    {"Point ZM, SRID", "01 010000E0 E6100000" D1 D2 D3 D4, {}, {0}, {}},
    {"MultiPoint", "01 04000000 02000000  01 01000000" D1 D2 "00 00000001" B3 B4, {}, {0}, {}},
    {"MultiPoint EMPTY", "01 04000000 00000000", {}, {0}, {}},

    // Members with lines; each has its own byte order and flags.
    {"MultiLineString",
     "01 05000000 02000000" LINE_12_34 "00 00000002 00000002" B5 B6 B7 B8,
     {1, 2, 3, 4, 5, 6, 7, 8},
     {0, 2, 4},
     {0, 0},
     "01 05000000 02000000" LINE_12 "00 00000002 00000001" B5 B6},
    {"MultiPolygon",
     "00 00000006 00000001 01 03000000 01000000" TRIANGLE_RING,
     {1, 2, 3, 4, 5, 6, 1, 2},
     {0, 4},
     {1},
     "00 00000006 00000001 01 03000000 01000000" TRIANGLE_RING_CUT},
    {"GeometryCollection in GeometryCollection",
     "01 07000000 03000000"
     "01 01000000" D1 D2 "01 07000020 E6100000 02000000" LINE_12_34 "01 03000000 01000000" TRIANGLE_RING
     "01 07000000 00000000",
     {1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 1, 2},
     {0, 2, 6},
     {0, 1},
     "01 07000000 03000000"
     "01 01000000" D1 D2 "01 07000020 E6100000 02000000" LINE_12 "01 03000000 01000000" TRIANGLE_RING_CUT
     "01 07000000 00000000"},
    {"MultiCurve of a LineString and a CircularString",
     "01 0B000000 02000000" LINE_12_34 CIRCULAR,
     {1, 2, 3, 4},
     {0, 2},
     {0},
     "01 0B000000 02000000" LINE_12 CIRCULAR},
    {"MultiSurface of a Polygon and a CurvePolygon",
     "01 0C000000 02000000"
     "01 03000000 01000000" TRIANGLE_RING "01 0A000000 01000000" CIRCULAR,
     {1, 2, 3, 4, 5, 6, 1, 2},
     {0, 4},
     {1},
     "01 0C000000 02000000"
     "01 03000000 01000000" TRIANGLE_RING_CUT "01 0A000000 01000000" CIRCULAR},

    // Geometries that pass as a whole.
    {"CircularString", CIRCULAR, {}, {0}, {}},
    {"CompoundCurve with a LineString", "01 09000000 02000000" LINE_12_34 CIRCULAR, {}, {0}, {}},
    {"CurvePolygon with a LineString", "01 0A000000 01000000" LINE_12_34, {}, {0}, {}},
    {"MultiCurve with a CompoundCurve with a LineString",
     "01 0B000000 02000000 01 09000000 01000000" LINE_12_34 LINE_12_34,
     {1, 2, 3, 4},
     {0, 2},
     {0},
     "01 0B000000 02000000 01 09000000 01000000" LINE_12_34 LINE_12},
    {"PolyhedralSurface", "01 0F000000 01000000 01 03000000 01000000" TRIANGLE_RING, {}, {0}, {}},
    {"TIN", "01 10000000 01000000 01 11000000 01000000" TRIANGLE_RING, {}, {0}, {}},
    {"Triangle", "01 11000000 01000000" TRIANGLE_RING, {}, {0}, {}}};

const executor on = executor::cpu(1);

} // namespace

TEST_CASE("every type, flag and byte order is read and written") {
  for (example const& each : examples) {
    CAPTURE(each.name);
    const byte_string bytes = from_hex(each.hex);
    const auto column = column_of(bytes);
    const wkb_lines lines = read_wkb(on, column.view());
    CHECK(lines.coordinates == each.xy);
    CHECK(lines.line_offsets == each.line_offsets);
    CHECK(lines.is_ring == each.is_ring);

    const auto points = static_cast<std::int64_t>(each.xy.size() / 2);
    std::vector<std::uint8_t> keep(each.xy.size() / 2, 1);
    const auto same = select_wkb(on, column.view(), wkb_mask(keep.data(), points));
    CHECK(same.bytes == bytes);
    CHECK(same.offsets == std::vector<std::int64_t>{0, static_cast<std::int64_t>(bytes.size())});

    if (each.without_second.empty())
      continue;
    for (std::size_t l = 0; l + 1 < each.line_offsets.size(); ++l)
      keep[static_cast<std::size_t>(each.line_offsets[l] + 1)] = 0;
    CHECK(select_wkb(on, column.view(), wkb_mask(keep.data(), points)).bytes == from_hex(each.without_second));
  }
}

TEST_CASE("z or m is the third coordinate where it is asked for") {
  struct third {
    std::string hex;
    wkb_ordinates ordinates;
    std::vector<double> coordinates;
  };
  const std::vector<third> cases{
      {"01 EA030000 02000000" D1 D2 D3 D4 D5 D6, wkb_ordinates::xyz, {1, 2, 3, 4, 5, 6}},
      {"01 02000080 02000000" D1 D2 D3 D4 D5 D6, wkb_ordinates::xyz, {1, 2, 3, 4, 5, 6}},
      {"01 D2070000 02000000" D1 D2 D3 D4 D5 D6, wkb_ordinates::xym, {1, 2, 3, 4, 5, 6}},
      {"01 BA0B0000 02000000" D1 D2 D3 D4 D5 D6 D7 D8, wkb_ordinates::xyz, {1, 2, 3, 5, 6, 7}},
      {"01 BA0B0000 02000000" D1 D2 D3 D4 D5 D6 D7 D8, wkb_ordinates::xym, {1, 2, 4, 5, 6, 8}},
      {"00 C0000002 00000002" B1 B2 B3 B4 B5 B6 B7 B8, wkb_ordinates::xym, {1, 2, 4, 5, 6, 8}},
      {"00 80000002 00000002" B1 B2 B3 B4 B5 B6, wkb_ordinates::xyz, {1, 2, 3, 4, 5, 6}}};
  for (third const& each : cases)
    CHECK(read_wkb(on, column_of(from_hex(each.hex)).view(), each.ordinates).coordinates == each.coordinates);
  const auto line_m = column_of(from_hex("01 D2070000 01000000" D1 D2 D3));
  check_refused([&] { read_wkb(on, line_m.view(), wkb_ordinates::xyz); }, "column",
                "value 0, byte 1: expected coordinates with z, found a LineString without");
  const auto polygon = column_of(from_hex("01 03000000 01000000" TRIANGLE_RING));
  check_refused([&] { read_wkb(on, polygon.view(), wkb_ordinates::xym); }, "column",
                "value 0, byte 1: expected coordinates with m, found a Polygon without");
  const auto point = column_of(from_hex("01 01000000" D1 D2));
  CHECK(read_wkb(on, point.view(), wkb_ordinates::xyz).coordinates.empty());
  const auto without_rings = column_of(from_hex("01 03000000 00000000"));
  CHECK(read_wkb(on, without_rings.view(), wkb_ordinates::xyz).coordinates.empty());
}

TEST_CASE("a ring without its first point closes at its first kept one") {
  const auto column = column_of(from_hex("01 03000000 02000000" TRIANGLE_RING TRIANGLE_RING));
  const std::vector<std::uint8_t> keep{0, 1, 1, 1, 1, 1, 1, 1};
  CHECK(select_wkb(on, column.view(), wkb_mask(keep.data(), 8)).bytes ==
        from_hex("01 03000000 02000000 03000000" D3 D4 D5 D6 D3 D4 TRIANGLE_RING));
  const std::string x_of_minus_zero = "0000000000000080"; // the last x of a ring that begins at 0 0
  const auto signed_zero =
      column_of(from_hex("01 03000000 01000000 04000000" D0 D0 D1 D0 D1 D1 + x_of_minus_zero + D0));
  CHECK(select_wkb(on, signed_zero.view(), wkb_mask(keep.data(), 4)).bytes ==
        from_hex("01 03000000 01000000 03000000" D1 D0 D1 D1 D1 D0));
  const auto line = column_of(from_hex("01 02000000" TRIANGLE_RING)); // closed, but no ring
  CHECK(select_wkb(on, line.view(), wkb_mask(keep.data(), 4)).bytes ==
        from_hex("01 02000000 03000000" D3 D4 D5 D6 D1 D2));
}

TEST_CASE("rings that start at their least point stay closed") {
  const auto column = column_of(from_hex("01 03000000 01000000 06000000" D3 D2 D3 D1 D1 D1 D1 D3 D3 D3 D3 D2));
  const wkb_lines lines = read_wkb(on, column.view());
  const auto options = simplify_options{}.tolerance(0.5).rings(lines.is_ring.data(), 1).ring_start(ring_start::least);
  const polyline<double, 2> ring(lines.coordinates.data(), 6);
  const auto keep = simplify_mask(on, ring, options);
  CHECK(select_wkb(on, column.view(), wkb_mask(keep.data(), 6)).bytes ==
        from_hex("01 03000000 01000000 05000000" D3 D1 D1 D1 D1 D3 D3 D3 D3 D1));
}

TEST_CASE("lines that lose all points") {
  const auto with_mask = [&](std::string const& hex, std::vector<std::uint8_t> const& keep) {
    const auto column = column_of(from_hex(hex));
    return select_wkb(on, column.view(), wkb_mask(keep.data(), static_cast<std::int64_t>(keep.size()))).bytes;
  };
  SUBCASE("a line string stays, empty") {
    CHECK(with_mask("01 05000000 02000000" LINE_12_34 LINE_12_34, {0, 0, 1, 1}) ==
          from_hex("01 05000000 02000000 01 02000000 00000000" LINE_12_34));
  }
  SUBCASE("a hole is left out") {
    CHECK(with_mask("01 03000000 03000000" TRIANGLE_RING TRIANGLE_RING TRIANGLE_RING,
                    {1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1}) ==
          from_hex("01 03000000 02000000" TRIANGLE_RING TRIANGLE_RING));
  }
  SUBCASE("a shell takes its holes along; the polygon stays, empty") {
    CHECK(with_mask("00 00000006 00000002 01 03000000 02000000" TRIANGLE_RING TRIANGLE_RING
                    "01 03000000 01000000" TRIANGLE_RING,
                    {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}) ==
          from_hex("00 00000006 00000002 01 03000000 00000000 01 03000000 01000000" TRIANGLE_RING));
  }
  SUBCASE("a ring that was empty before stays") {
    CHECK(with_mask("01 03000000 02000000 00000000" TRIANGLE_RING, {1, 0, 1, 1}) ==
          from_hex("01 03000000 02000000 00000000" TRIANGLE_RING_CUT));
  }
}
