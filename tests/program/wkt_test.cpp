// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "read_text.hpp"

using namespace thrustline::test;

TEST_CASE("WKT: lines and polygons") {
  const auto data = read_text("f.wkt", "LINESTRING (0 0, 1 1, 2 0)\n"
                                       "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3, 4 4))\n"
                                       "POLYGON ((0 0, 1 0, 1 1, 0 0), (5 5, 6 5, 6 6, 5 5))\n"
                                       "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((7 7, 8 7, 8 8, 7 7)))\n");
  CHECK(data.offsets == indices{0, 3, 5, 8, 12, 16, 20, 24});
  CHECK(data.ring == flags{0, 0, 0, 1, 1, 1, 1});
  CHECK(numbers(data.coordinates.begin(), data.coordinates.begin() + 6) == numbers{0, 0, 1, 1, 2, 0});
}

TEST_CASE("WKT: empty geometries") {
  const auto data =
      read_text("f.wkt", "LINESTRING EMPTY\nPOLYGON EMPTY\nMULTILINESTRING (EMPTY, (1 1, 2 2))\n"
                         "MULTIPOLYGON EMPTY\nPOINT EMPTY\nLINESTRING Z EMPTY\nGEOMETRYCOLLECTION EMPTY\n");
  CHECK(data.points() == 2);
  CHECK(data.offsets == indices{0, 0, 0, 2, 2}); // an empty line is a line; an empty polygon has no rings
}

TEST_CASE("WKT: heights and measures are passed through") {
  const std::string text = "LINESTRING Z (0 0 10, 1 1 11, 2 2 nan)\nlinestring zm(0 0 1 2,1 1 3 4)\n";
  const auto data = read_text("f.wkt", text);
  CHECK(data.coordinates == numbers{0, 0, 1, 1, 2, 2, 0, 0, 1, 1});
  CHECK(kept_text(data, {1, 0, 1, 1, 1}) == "LINESTRING Z (0 0 10, 2 2 nan)\nlinestring zm(0 0 1 2,1 1 3 4)\n");
}

TEST_CASE("WKT: points, collections and SRIDs are passed through") {
  const std::string text = "POINT (1 2)\n\nMULTIPOINT ((1 2), (3 4))\n"
                           "SRID=4326;GEOMETRYCOLLECTION (POINT (9 9), LINESTRING (0 0, 1 1, 2 2), "
                           "GEOMETRYCOLLECTION (LINESTRING (5 5, 6 6)), POINT (8 8))\r\n";
  const auto data = read_text("f.wkt", text);
  CHECK(data.offsets == indices{0, 3, 5});
  CHECK(data.coordinates == numbers{0, 0, 1, 1, 2, 2, 5, 5, 6, 6});
  CHECK(kept_text(data, flags(5, 1)) == text);
}

TEST_CASE("WKT: collections may be nested as deep as the text is long") {
  std::string text;
  for (int k = 0; k < 200000; ++k)
    text += "GEOMETRYCOLLECTION(";
  text += "LINESTRING(0 0,1 1)" + std::string(200000, ')');
  CHECK(read_text("f.wkt", text).points() == 2);
  CHECK(complaint("f.wkt", text.substr(0, text.size() - 1)).find("',' or ')' is expected") != std::string::npos);
}

TEST_CASE("WKT: dropped points lose their comma") {
  const auto data = read_text("f.wkt", "POLYGON ((0 0,  1 0 , 1 1,0 1, 0 0))");
  CHECK(kept_text(data, {1, 0, 1, 0, 1}) == "POLYGON ((0 0,  1 1,0 0))");
}

TEST_CASE("WKT: errors have line and column") {
  CHECK(complaint("f.wkt", "POINT (0 0)\nLINESTRING (0 0, 1 1\n") ==
        "f.wkt:3: column 1: ',' or ')' is expected, found the end of the file; the geometry begins in line 2");
  CHECK(complaint("f.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 0)\nPOINT (0 0)\n") ==
        "f.wkt:2: column 1: ',' or ')' is expected, found 'POINT (0 0)'; the geometry begins in line 1");
  CHECK(complaint("f.wkt", "POINT (0 0") == "f.wkt:1: column 11: ')' is expected, found the end of the file");
  CHECK(complaint("f.wkt", "SRID=1 POINT (0 0)\nSRID=2;POINT (0 0)").find("f.wkt:1: column 8: ';' is expected") == 0);
  CHECK(complaint("f.wkt", std::string(1000, 'A') + " (0 0)") ==
        "f.wkt:1: column 1: the type " + std::string(80, 'A') + "... is not known");
  CHECK(complaint("f.wkt", "LINESTRING (0 0, 1 x)\n") == "f.wkt:1: column 20: a number is expected, found 'x)'");
  CHECK(complaint("f.wkt", "LINESTRING (0 0, 1)\n") == "f.wkt:1: column 19: a number is expected, found ')'");
  CHECK(complaint("f.wkt", "LINESTRING (0 0, 1.5.5 2)\n") ==
        "f.wkt:1: column 18: a number is expected, found '1.5.5 2)'");
  CHECK(complaint("f.wkt", "LINESTRING (0 0, inf 1)\n") == "f.wkt:1: column 18: 'inf' is not finite, found 'inf 1)'");
  CHECK(complaint("f.wkt", "LINESTRING (0 0, 1 1) x\n") ==
        "f.wkt:1: column 23: the line continues after the geometry, found 'x'");
  CHECK(complaint("f.wkt", "CIRCULARSTRING (0 0, 1 1)\n") == "f.wkt:1: column 1: the type CIRCULARSTRING is not known");
  CHECK(complaint("f.wkt", "SRID=1; GEOMETRYCOLLECTION (POINT (0 0),\n TRIANGLE ((0 0, 1 0, 1 1, 0 0)))\n") ==
        "f.wkt:2: column 2: the type TRIANGLE is not known; the geometry begins in line 1");
  CHECK(complaint("f.wkt", "LINESTRING Q (0 0, 1 1)\n") ==
        "f.wkt:1: column 14: Z, M, ZM or EMPTY may follow LINESTRING, not Q, found '(0 0, 1 1)'");
  CHECK(complaint("f.wkt", "\n0 0, 1 1\n") ==
        "f.wkt:2: column 1: a type such as LINESTRING is expected, found '0 0, 1 1'");
  CHECK(complaint("f.wkt", "SRID=1 LINESTRING (0 0, 1 1)\n").find("';' is expected") != std::string::npos);
  CHECK(complaint("f.wkt", "LINESTRING ((0 0, 1 1))\n").find("column 13: a number is expected") != std::string::npos);
}

TEST_CASE("WKT: points are checked though they are passed through") {
  CHECK(complaint("f.wkt", "LINESTRING (0 0, 1 1)\nPOINT (abc)\n") ==
        "f.wkt:2: column 8: a number is expected, found 'abc)'");
  CHECK(complaint("f.wkt", "POINT (((1 2)))\n") == "f.wkt:1: column 8: a number is expected, found '((1 2)))'");
  CHECK(complaint("f.wkt", "POINT (1 2, 3 4)\n") == "f.wkt:1: column 11: ')' is expected, found ', 3 4)'");
  CHECK(complaint("f.wkt", "POINT(1.5.5 3)\n") == "f.wkt:1: column 7: a number is expected, found '1.5.5 3)'");
  CHECK(complaint("f.wkt", "POINT (1)\n").find("a number is expected, found ')'") != std::string::npos);
  CHECK(complaint("f.wkt", "POINT ()\n").find("a number is expected, found ')'") != std::string::npos);
  CHECK(complaint("f.wkt", "POINT (1e308 0)\n").find("'1e308' is too large") != std::string::npos);
  CHECK(complaint("f.wkt", "POINT (1 nan)\n").find("'nan' is not finite") != std::string::npos);
  CHECK(complaint("f.wkt", "MULTIPOINT ((1 2, 3 4))\n") == "f.wkt:1: column 17: ')' is expected, found ', 3 4))'");
  CHECK(complaint("f.wkt", "MULTIPOINT (((1 2)))\n").find("column 14: a number is expected") != std::string::npos);
  CHECK(complaint("f.wkt", "MULTIPOINT (1 2,)\n").find("a number is expected, found ')'") != std::string::npos);
  CHECK(complaint("f.wkt", "POINT (1 2\n") ==
        "f.wkt:2: column 1: ')' is expected, found the end of the file; the geometry begins in line 1");
  const std::string good = "POINT ZM(1 2 3 nan)\nMULTIPOINT (1 2, EMPTY, (3 4), empty)\nLINESTRING (0 0, 1 1)\n";
  CHECK(read_text("f.wkt", good).coordinates == numbers{0, 0, 1, 1});
  CHECK(kept_text(read_text("f.wkt", good), {1, 1}) == good);
}

TEST_CASE("WKT: no word but EMPTY stands for a list or a position") {
  CHECK(complaint("f.wkt", "MULTILINESTRING (x (0 0, 1 1))\n") ==
        "f.wkt:1: column 18: '(' is expected, found 'x (0 0, 1 1))'");
  thrustline_program::read_options points;
  points.points = true;
  CHECK_THROWS_AS(read_text("f.wkt", "MULTIPOINT (inf 1 2)\n", points), thrustline_program::file_error);
}

TEST_CASE("WKT: Z, M and ZM may be written without a blank") {
  const std::string text = "LINESTRINGZ(0 0 5,1 1 6)\nlinestringm (0 0 5, 2 2 6)\nPolygonZM EMPTY\n"
                           "GEOMETRYCOLLECTIONZ(POINTZ(1 2 3),LINESTRINGZM(0 0 1 1,3 3 1 1))\n";
  const auto data = read_text("f.wkt", text);
  CHECK(data.coordinates == numbers{0, 0, 1, 1, 0, 0, 2, 2, 0, 0, 3, 3});
  CHECK(kept_text(data, flags(6, 1)) == text);
  CHECK(complaint("f.wkt", "LINESTRINGMZ (0 0, 1 1)\n").find("the type LINESTRINGMZ is not known") !=
        std::string::npos);
  CHECK(complaint("f.wkt", "LINESTRINGZ M (0 0, 1 1)\n").find("Z, M, ZM or EMPTY may follow LINESTRING, not M") !=
        std::string::npos);
  CHECK(complaint("f.wkt", "ZM (0 0, 1 1)\n").find("the type ZM is not known") != std::string::npos);
}

TEST_CASE("WKT: an open ring is refused") {
  CHECK(complaint("f.wkt", "POLYGON ((0 0, 1 0, 1 1, 0 1))\n")
            .find("f.wkt:1: column 30: a ring of a polygon is not closed: its last position differs from its first") ==
        0);
}

TEST_CASE("WKT: byte order marks and SRIDs in small letters") {
  const std::string text = "\xEF\xBB\xBFsrid=4326;LINESTRING (0 0, 1 1)\nSrId=25832 ; POINT (1 1)\n";
  const auto data = read_text("f.wkt", text);
  CHECK(data.coordinates == numbers{0, 0, 1, 1});
  CHECK(kept_text(data, {1, 1}) == text);
}

TEST_CASE("WKT: a geometry may be on several lines") {
  const std::string text =
      "\n  POLYGON\r\n((0 0,\r\n  1\n0,\n1 1, 0 0\n)\n)\nLINESTRING(5 5\n,6 6)  \n\nPOINT\nEMPTY\n";
  const auto data = read_text("f.wkt", text);
  CHECK(data.offsets == indices{0, 4, 6});
  CHECK(data.coordinates == numbers{0, 0, 1, 0, 1, 1, 0, 0, 5, 5, 6, 6});
  CHECK(kept_text(data, flags(6, 1)) == text);
  CHECK(complaint("f.wkt", "LINESTRING (0 0,\n\n 1 x)") ==
        "f.wkt:3: column 4: a number is expected, found 'x)'; the geometry begins in line 1");
  CHECK(complaint("f.wkt", "POINT (0 0) POINT (1 1)\n").find("the line continues after the geometry") !=
        std::string::npos);
}
