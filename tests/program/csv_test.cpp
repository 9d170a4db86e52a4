// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "read_text.hpp"

using namespace thrustline::test;

TEST_CASE("CSV: columns x and y are one polyline") {
  const auto data = read_text("f.csv", "x,y\n0,0\n1.5,-2\n3e2,+4\n");
  CHECK(data.dimensions == 2);
  CHECK(data.coordinates == numbers{0, 0, 1.5, -2, 300, 4});
  CHECK(data.offsets == indices{0, 3});
  CHECK(data.ring == flags{0});
  CHECK(data.format == thrustline_program::file_format::csv);
}

TEST_CASE("CSV: runs of an id are series") {
  const auto data = read_text("f.csv", "id,x,y\na,0,0\na,1,1\nb,2,2\nc,3,3\nc,4,4\n");
  CHECK(data.offsets == indices{0, 2, 3, 5});
  CHECK(data.coordinates == numbers{0, 0, 1, 1, 2, 2, 3, 3, 4, 4});
}

TEST_CASE("CSV: one column is a series, and so is a column by name") {
  const auto one = read_text("f.csv", "value\n7\n8\n9\n");
  CHECK(one.dimensions == 1);
  CHECK(one.coordinates == numbers{7, 8, 9});
  CHECK(one.offsets == indices{0, 3});

  const std::string text = "id,x,y,z\n0,1,2,3\n0,4,5,6\n1,7,8,9\n";
  const auto named = read_text("f.csv", text, "z");
  CHECK(named.dimensions == 1);
  CHECK(named.coordinates == numbers{3, 6, 9});
  CHECK(named.offsets == indices{0, 2, 3});
  CHECK(read_text("f.csv", text, "id").offsets == indices{0, 3});
}

TEST_CASE("CSV: columns come in any order and case") {
  const auto data = read_text("f.csv", "name,Y,time,X\nhere,2,noon,1\n\"there, far\",4,\"he said \"\"now\"\"\",3\n");
  CHECK(data.coordinates == numbers{1, 2, 3, 4});
  CHECK(read_text("f.csv", "x,y,note\n1,2,5\" pipe\n3,4,6\" pipe\n").points() == 2);
}

TEST_CASE("CSV: a name in the same case goes before others") {
  CHECK(read_text("f.csv", "X,y,x\n1,2,3\n4,5,6\n").coordinates == numbers{3, 2, 6, 5});
  CHECK(read_text("f.csv", "id,x,y,ID\na,1,2,b\na,3,4,c\n").offsets == indices{0, 2});
  thrustline_program::read_options options;
  options.x = "X";
  options.y = "y";
  CHECK(read_text("f.csv", "X,y,x\n1,2,3\n4,5,6\n", options).coordinates == numbers{1, 2, 4, 5});
}

TEST_CASE("CSV: blank lines behind the last row are no rows") {
  thrustline_program::read_options options;
  options.skip_invalid = true;
  const std::string text = "v\n1\n\n2\n\n\n";
  const auto data = read_text("f.csv", text, options);
  CHECK(data.coordinates == numbers{1, 2});
  CHECK(data.skipped.size() == 1);
  CHECK(read_text("f.csv", "v\n1\n2\n\n\n").points() == 2);
}

TEST_CASE("CSV: reads quotes, CRLF, byte order marks and spaces") {
  const std::string text = "\xEF\xBB\xBF\"x\",\"y\"\r\n 0 ,\"1\"\r\n2,3\r\n\r\n\r\n";
  const auto data = read_text("f.csv", text);
  CHECK(data.coordinates == numbers{0, 1, 2, 3});
  CHECK(kept_text(data, {1, 1}) == text);
  CHECK(read_text("f.csv", "x,y\n0,0\n1,1").points() == 2); // no end of the last line
}

TEST_CASE("CSV: kept rows are unchanged") {
  const auto data = read_text("f.csv", "x,y,note\r\n0,00.0,\"a\nb\"\r\n1,1.50,\"c,d\"\r\n +2 ,2,e\r\n3,3,f\r\n");
  CHECK(kept_text(data, {1, 0, 1, 1}) == "x,y,note\r\n0,00.0,\"a\nb\"\r\n +2 ,2,e\r\n3,3,f\r\n");
  CHECK(kept_text(data, {0, 1, 0, 1}) == "x,y,note\r\n1,1.50,\"c,d\"\r\n3,3,f\r\n");
  const auto unended = read_text("f.csv", "x,y\n0,0\n1,1\n2,2");
  CHECK(kept_text(unended, {1, 0, 1}) == "x,y\n0,0\n2,2");
}

TEST_CASE("CSV: a header without rows") {
  CHECK(read_text("f.csv", "x,y\n").offsets == indices{0, 0});
  CHECK(read_text("f.csv", "id,x,y\n").offsets == indices{0});
  CHECK(kept_text(read_text("f.csv", "x,y\n"), {}) == "x,y\n");
}

TEST_CASE("CSV: bad fields are named with their line") {
  const std::string hint = " (--invalid skip leaves such rows out)";
  CHECK(complaint("f.csv", "x,y\n0,0\n1,abc\n") == "f.csv:3: y 'abc' is not a number");
  CHECK(complaint("f.csv", "x,y\n0,0\n1,1.5m\n") == "f.csv:3: y '1.5m' is not a number");
  CHECK(complaint("f.csv", "x,y\n0,\n") == "f.csv:2: y '' is not a number" + hint);
  CHECK(complaint("f.csv", "x,y\nnan,0\n") == "f.csv:2: x 'nan' is not finite" + hint);
  CHECK(complaint("f.csv", "x,y\n0,0\n0,-inf\n") == "f.csv:3: y '-inf' is not finite" + hint);
  CHECK(complaint("f.csv", "x,y\n1e999,0\n") == "f.csv:2: x '1e999' is out of the range of a double");
  CHECK(complaint("f.csv", "x,y\n1e308,0\n") == "f.csv:2: x '1e308' is too large: beyond 4.49e307");
  CHECK(complaint("f.csv", "x,y\n+-1,0\n") == "f.csv:2: x '+-1' is not a number");
}

TEST_CASE("CSV: lines are counted through quoted line ends") {
  CHECK(complaint("f.csv", "note,x,y\n\"two\nlines\",0,0\nz,1,?\n") == "f.csv:4: y '?' is not a number");
}

TEST_CASE("CSV: uneven rows, blank lines and open quotes are refused") {
  CHECK(complaint("f.csv", "x,y\n0,0\n1\n") == "f.csv:3: 2 columns are expected, found 1");
  CHECK(complaint("f.csv", "x,y\n0,0\n1,2,3\n") == "f.csv:3: 2 columns are expected, found 3");
  CHECK(complaint("f.csv", "x,y\n0,0\n\n1,1\n") == "f.csv:3: rows follow an empty line");
  CHECK(complaint("f.csv", "value\n1\n\n2\n") == "f.csv:3: rows follow an empty line");
  CHECK(complaint("f.csv", "x,y\n0,0\n1,\"1\n2,2\n") == "f.csv:3: a quote is opened and never closed");
  const std::string follows = "text follows a quote that closes a field: quotes within are doubled";
  CHECK(complaint("f.csv", "x,y,c\n0,0,a\n1,0,\"say \"hi\"\n2,0,c\"d\n3,0,e\n") == "f.csv:3: " + follows);
  CHECK(complaint("f.csv", "x,y,c\n0,0,\"a\"b\n1,0,c\n") == "f.csv:2: " + follows);
  CHECK(complaint("f.csv", "x,y,c\n0,0,\"a \"\"b\"\"\" \t\r\n1,0,c\n") == "nothing");
}

TEST_CASE("CSV: headers without known columns are refused") {
  CHECK(complaint("f.csv", "") == "f.csv:1: a header is missing: x,y or id,x,y or the name of one column");
  CHECK(complaint("f.csv", "0,0\n1,1\n") ==
        "f.csv:1: a header is missing: '0' is a number, not a name (quotes make it one)");
  CHECK(complaint("f.csv", "995\n996\n") ==
        "f.csv:1: a header is missing: '995' is a number, not a name (quotes make it one)");
  CHECK(complaint("f.csv", "995\n996\n", "v") ==
        "f.csv:1: a header is missing: '995' is a number, not a name (quotes make it one)");
  CHECK(complaint("f.csv", "a,b\n1,2\n") == "f.csv:1: columns x and y, or one column, are expected, found a, b "
                                            "(--x NAME --y NAME choose columns, --column NAME reads one as a series)");
  CHECK(complaint("f.csv", "a,b\n1,2\n", "c") == "f.csv:1: no column 'c' among a, b");
  CHECK(complaint("f.csv", "nan\n1\n2\n") ==
        "f.csv:1: a header is missing: 'nan' is a number, not a name (quotes make it one)");
  CHECK(complaint("f.csv", "-inf\n1\n2\n").find("'-inf' is a number") != std::string::npos);
  CHECK(complaint("f.csv", "\"2020\",\"2021\"\n1,2\n", "2021") == "nothing");
  CHECK(complaint("f.csv", "v\r1\r2\r") == "f.csv:1: the header holds a carriage return: lines must end in LF or CRLF");
  CHECK(complaint("f.csv", "\r\txa\n1\n").find("carriage return") != std::string::npos);
  CHECK(complaint("f.csv", "\r\t,\n1,2\n").find("carriage return") != std::string::npos);
  CHECK(complaint("f.csv", "x,y\r0,0\r1,2\r") ==
        "f.csv:1: the header holds a carriage return: lines must end in LF or CRLF");
  CHECK(complaint("f.csv", "Ab,b,aB\n1,2,3\n", "ab") == "f.csv:1: more than one column is called 'ab': 'Ab', 'aB'");
  CHECK(complaint("f.csv", "a,b,a\n1,2,3\n", "a") == "f.csv:1: more than one column is called 'a'");
  CHECK(complaint("f.csv", "x,b,x\n1,2,3\n", "b") == "nothing");
}

TEST_CASE("CSV: an id that occurs again is refused") {
  CHECK(complaint("f.csv", "id,x,y\n0,0,0\n1,1,1\n0,2,2\n") ==
        "f.csv:4: id '0' occurs again: the rows of an id must be consecutive");
}

TEST_CASE("CSV: ids are equal whatever quotes and blanks are around them") {
  const std::string text = "id,x,y\n\"a\",0,0\na,1,1\n a ,2,2\n\"b \"\"1\"\"\",3,3\n\" a\",4,4\n\"\",5,5\n,6,6\n";
  const auto data = read_text("f.csv", text);
  CHECK(data.offsets == indices{0, 3, 4, 5, 7});
  CHECK(kept_text(data, flags(7, 1)) == text);
  CHECK(complaint("f.csv", "id,x,y\n\"a\",0,0\nb,1,1\na,2,2\n") ==
        "f.csv:4: id 'a' occurs again: the rows of an id must be consecutive");
}

TEST_CASE("CSV: columns are chosen by name or number") {
  const std::string text = "name,Lon,lat,trip\na,1,2,t\nb,3,4,t\nc,5,6,u\n";
  thrustline_program::read_options options;
  options.x = "lon";
  options.y = "LAT";
  CHECK(read_text("f.csv", text, options).coordinates == numbers{1, 2, 3, 4, 5, 6});
  CHECK(read_text("f.csv", text, options).offsets == indices{0, 3});
  options.id = "trip";
  CHECK(read_text("f.csv", text, options).offsets == indices{0, 2, 3});
  options.x = "3";
  options.y = "2";
  options.id = "4";
  CHECK(read_text("f.csv", text, options).coordinates == numbers{2, 1, 4, 3, 6, 5});
  CHECK(read_text("f.csv", text, options).offsets == indices{0, 2, 3});
}

TEST_CASE("CSV: a name goes before a number") {
  thrustline_program::read_options options;
  options.column = "2";
  CHECK(read_text("f.csv", "a,b,\"no 2\"\n1,2,3\n", options).coordinates == numbers{2});
  for (const std::string wrong : {"0", "4", "-1", "1x", "99999999999999999999", "d"})
    CHECK(complaint("f.csv", "a,b,c\n1,2,3\n", wrong) == "f.csv:1: no column '" + wrong + "' among a, b, c");
}

TEST_CASE("CSV: a column called id is no id where it holds coordinates") {
  thrustline_program::read_options options;
  options.x = "id";
  options.y = "v";
  CHECK(read_text("f.csv", "id,v\n1,2\n3,4\n1,5\n", options).offsets == indices{0, 3});
}

TEST_CASE("CSV: the header shows the separator") {
  for (const std::string separator : {",", ";", "\t"}) {
    const std::string text = "id" + separator + "x" + separator + "\"y\"\r\na" + separator + "1" + separator +
                             "2\r\na" + separator + "3" + separator + "4\r\n";
    const auto data = read_text("f.csv", text);
    CHECK(data.coordinates == numbers{1, 2, 3, 4});
    CHECK(kept_text(data, {1, 1}) == text);
  }
  CHECK(read_text("f.csv", "x;y;\"a,b,c,d\"\n1;2;3\n").points() == 1);
  CHECK(read_text("f.csv", "\"said \"\"a,b,c,d\"\"\";x;y\n1;2;3\n").coordinates == numbers{2, 3});
  thrustline_program::read_options options;
  options.separator = '|';
  CHECK(read_text("f.csv", "x|y|a,b,c,d\n1|2|3\n", options).coordinates == numbers{1, 2});
  CHECK(complaint("f.csv", "x;y\n1,5;2\n") == "f.csv:2: x '1,5' is not a number");
}

TEST_CASE("CSV: rows have no part in the choice of the separator") {
  const std::string header = "name;lo\",\"n;lat;ID\n", row = "\"b;c\";1;2;3\n";
  const std::string without_rows = complaint("f.csv", header, "ID");
  CHECK(without_rows.rfind("f.csv:1: no column 'ID'", 0) == 0);
  CHECK(complaint("f.csv", header + row, "ID").rfind("f.csv:1: no column 'ID'", 0) == 0);
}

TEST_CASE("CSV: rows without coordinates are skipped on request") {
  const std::string text = "id,x,y,n\na,,0,1\na,0,0,2\na,1,NaN,3\na,2,0,4\nb,nan,inf,5\nc,5,5,6\nc,\"\",6,7\n";
  thrustline_program::read_options options;
  options.skip_invalid = true;
  const auto data = read_text("f.csv", text, options);
  CHECK(data.coordinates == numbers{0, 0, 2, 0, 5, 5});
  CHECK(data.offsets == indices{0, 2, 3});
  CHECK(data.skipped.size() == 4);
  CHECK(data.skipped.front().line == 2);
  CHECK(kept_text(data, {1, 1, 1}) == "id,x,y,n\na,0,0,2\na,2,0,4\nc,5,5,6\n");
  CHECK(kept_text(data, {0, 1, 1}) == "id,x,y,n\na,2,0,4\nc,5,5,6\n");
  CHECK(read_text("f.csv", "v\n1\n\n2\nnan\n", options).coordinates == numbers{1, 2});
  for (const std::string wrong : {"x", "nanx", "inf 1", "1e999", "1e308"})
    CHECK_THROWS_AS(read_text("f.csv", "v\n" + wrong + "\n", options), thrustline_program::file_error);
}

TEST_CASE("CSV: long and unprintable fields are quoted in part") {
  const std::string field(100000, 'a');
  CHECK(complaint("f.csv", "x,y\n0," + field + "\n") == "f.csv:2: y '" + std::string(80, 'a') + "...' is not a number");
  CHECK(complaint("f.csv", "x,y\n0,\x1b[2J\xc2\x9b\xff\n") == "f.csv:2: y '\\x1b[2J\\xc2\\x9b\\xff' is not a number");
  CHECK(complaint("f.csv", "v\n1,2\n") == "f.csv:2: 1 column is expected, found 2");
  CHECK(complaint("f.csv", field + "," + field + "\n").size() < 250);
}
