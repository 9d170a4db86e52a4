// SPDX-License-Identifier: MIT
// GEOS as the oracle: what it writes is read here, and what is written here equals what it writes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include "executors.hpp"
#include "geos_wkb.hpp"
#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

const std::vector<geos_flavor> flavors{{false, false, 0}, {true, false, 0},    {false, true, 0},
                                       {true, true, 0},   {false, true, 4326}, {true, true, 4326}};

struct example {
  std::string wkt;
  std::vector<double> xy;
};

const std::vector<example> examples{
    {"POINT (1 2)", {}},
    {"POINT EMPTY", {}},
    {"POINT Z (1 2 3)", {}},
    {"MULTIPOINT ((1 2), (3 4))", {}},
    {"LINESTRING (1 2, 3 4, 5 7)", {1, 2, 3, 4, 5, 7}},
    {"LINESTRING Z (1 2 9, 3 4 8, 5 7 6)", {1, 2, 3, 4, 5, 7}},
    {"LINESTRING EMPTY", {}},
    {"POLYGON ((0 0, 9 0, 9 9, 0 0), (4 2, 5 2, 5 3, 4 2))", {0, 0, 9, 0, 9, 9, 0, 0, 4, 2, 5, 2, 5, 3, 4, 2}},
    {"POLYGON EMPTY", {}},
    {"MULTILINESTRING ((1 2, 3 4), (5 6, 7 8, 9 9))", {1, 2, 3, 4, 5, 6, 7, 8, 9, 9}},
    {"MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((20 0, 29 0, 29 9, 20 0)))",
     {0, 0, 9, 0, 9, 9, 0, 0, 20, 0, 29, 0, 29, 9, 20, 0}},
    {"GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING (1 2, 3 4), POINT (5 6)), LINESTRING (7 8, 9 9))",
     {1, 2, 3, 4, 7, 8, 9, 9}},
    {"GEOMETRYCOLLECTION EMPTY", {}}};

/// A star of `points` corners, whose outline is irregular, around a centre.
std::string star_ring(double x, double y, double radius, int points, random_numbers& numbers) {
  std::ostringstream text;
  text.precision(17);
  std::string first;
  text << "(";
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * 3.14159265358979 * i / points, r = radius * (0.8 + 0.2 * numbers.uniform());
    std::ostringstream corner;
    corner.precision(17);
    corner << x + r * std::cos(angle) << " " << y + r * std::sin(angle);
    if (i == 0)
      first = corner.str();
    text << corner.str() << ", ";
  }
  text << first << ")";
  return text.str();
}

} // namespace

TEST_CASE("what GEOS writes is read") {
  for (example const& each : examples)
    for (geos_flavor const& flavor : flavors) {
      CAPTURE(each.wkt);
      CHECK(read_wkb(executor::cpu(1), column_of(geos_wkb(each.wkt, flavor)).view()).coordinates == each.xy);
    }
}

TEST_CASE("GEOS reads what is written with all points as it was") {
  random_numbers numbers(12);
  const auto pick = [&](int n) { return static_cast<int>(numbers.below(n)); };
  int read_by_geos = 0;
  for (int run = 0; run < 2000; ++run) {
    const byte_string value = written(drawn_tree(pick, 3, {1, 2, 3, 4, 5, 6}));
    std::string before;
    try {
      before = geos_wkt(value);
    } catch (std::runtime_error const&) { // rings that are not closed, lines of one point: no geometries for GEOS
      continue;
    }
    ++read_by_geos;
    const wkb_counts counts = count_wkb(executor::cpu(1), column_of(value).view());
    const std::vector<std::uint8_t> keep(static_cast<std::size_t>(counts.points), 1);
    CHECK(geos_wkt(select_wkb(executor::cpu(1), column_of(value).view(), wkb_mask(keep.data(), counts.points)).bytes) ==
          before);
  }
  CHECK(read_by_geos > 500);
}

TEST_CASE("simplified polygons are what GEOS builds of the kept points") {
  random_numbers numbers(13);
  const executor on = executor::cpu(2);
  for (geos_flavor const& flavor : flavors) {
    owned_column<std::int32_t> column;
    std::vector<byte_string> values;
    for (int i = 0; i < 60; ++i) {
      const double x = 100.0 * i;
      const std::string polygon =
          "(" + star_ring(x, 0, 40, 30 + i, numbers) + ", " + star_ring(x, 0, 15, 12 + i, numbers) + ")";
      const std::string other = "(" + star_ring(x, 100, 30, 50, numbers) + ")";
      values.push_back(geos_wkb(i % 3 == 0   ? "MULTIPOLYGON (" + polygon + ", " + other + ")"
                                : i % 3 == 1 ? "POLYGON " + polygon
                                             : "GEOMETRYCOLLECTION (POINT (1 2), POLYGON " + polygon + ")",
                                flavor));
      column.add(values.back());
      if (i % 7 == 0)
        column.add({});
    }
    const wkb_lines lines = read_wkb(on, column.view());
    const auto points = lines.line_offsets.back();
    const polylines<double, 2> view(lines.coordinates.data(), points, lines.line_offsets.data(),
                                    static_cast<std::int64_t>(lines.is_ring.size()));
    const std::vector<std::uint8_t> keep = simplify_mask(on, view, simplify_options{}.tolerance(2));
    const auto kept = std::count(keep.begin(), keep.end(), 1);
    CHECK(kept < points * 9 / 10);
    CHECK(kept > points / 10);

    const auto small = select_wkb(on, column.view(), wkb_mask(keep.data(), points));
    auto mask = keep.begin();
    std::size_t next = 0;
    for (std::int64_t i = 0; i < column.view().values; ++i) {
      const byte_string value(small.bytes.begin() + small.offsets[static_cast<std::size_t>(i)],
                              small.bytes.begin() + small.offsets[static_cast<std::size_t>(i) + 1]);
      if ((small.validity[static_cast<std::size_t>(i / 8)] >> i % 8 & 1) == 0) {
        CHECK(value.empty());
        continue;
      }
      byte_string const& whole = values[next++];
      const auto mask_end = mask + count_wkb(on, column_of(whole).view()).points;
      CHECK(value == geos_without_dropped(whole, flavor, {mask, mask_end}));
      CHECK(geos_is_valid(value));
      mask = mask_end;
    }
    CHECK(next == values.size());
    CHECK(mask == keep.end());
  }
}
