// SPDX-License-Identifier: MIT
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "child.hpp"
#include "read_json.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

/// 60 points whose heights are no two the same.
std::string waves() {
  std::ostringstream text;
  text << "x,y\n";
  for (int i = 0; i < 60; ++i)
    text << i << "," << std::sin(0.7 * i) * (1 + 0.1 * i) << "\n";
  return text.str();
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

void check_refused(std::vector<std::string> const& options, std::string const& word) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify", folder.write("in.csv", waves()), folder.path("out.csv")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ended run = run_program(arguments);
  CAPTURE(run.err);
  CHECK(run.status == 2);
  CHECK(run.err.find(word) != std::string::npos);
}

} // namespace

TEST_CASE("Count: a note says that equally significant points are kept in part") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "v\n0\n1\n0\n1\n0\n1\n0\n1\n0\n5\n");
  const ended run = run_program({"simplify", in, folder.path("out.csv"), "--count", "5"});
  CHECK(run.status == 0);
  CHECK(run.err.find("points of that significance are kept in part") != std::string::npos);
  CHECK(run.err.find("overflow") == std::string::npos);
}

TEST_CASE("Levels: each file equals that of a run of its own") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", waves());
  const ended run = run_program({"simplify", in, folder.path("out.csv"), "--levels", "0.5,2,0,inf", "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const std::vector<std::string> reports = lines_of(run.out);
  REQUIRE(reports.size() == 4);
  std::size_t k = 0;
  for (const std::string level : {"0.5", "2", "0", "inf"}) {
    REQUIRE(run_program({"simplify", in, folder.path("one.csv"), "-t", level, "--overwrite", "-q"}).status == 0);
    const std::string got = folder.read("out-" + level + ".csv");
    CHECK(got == folder.read("one.csv"));
    const auto report = read_json(reports[k++]);
    CHECK(report["engine"] == "bounded");
    CHECK(report["points_out"] == lines_of(got).size() - 1);
  }
  CHECK(lines_of(folder.read("out-0.5.csv")).size() < lines_of(folder.read("out-0.csv")).size());
  CHECK(lines_of(folder.read("out-0.5.csv")).size() > lines_of(folder.read("out-2.csv")).size());
  CHECK(lines_of(folder.read("out-2.csv")).size() > lines_of(folder.read("out-inf.csv")).size());
}

TEST_CASE("Levels: blanks around a tolerance are ignored") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", waves());
  REQUIRE(run_program({"simplify", in, folder.path("out.csv"), "--levels", " 0.5,1 , 2", "-q"}).status == 0);
  CHECK(folder.names() == std::set<std::string>{"in.csv", "out-0.5.csv", "out-1.csv", "out-2.csv"});
}

TEST_CASE("Levels: a run that cannot write one file writes none") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", waves());
  folder.write("out-2.csv", "here before\n");
  CHECK(run_program({"simplify", in, folder.path("out.csv"), "--levels", "0.5,2"}).status == 1);
  CHECK(folder.read("out-2.csv") == "here before\n");
  CHECK(run_program({"simplify", in, folder.path("out.csv"), "--levels", "0.5", "-q"}).status == 0); // was not there
}

TEST_CASE("Significance: a threshold gives the mask of a run") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", waves());
  REQUIRE(run_program({"simplify", in, folder.path("out.csv"), "-t", "1.25", "--mask", folder.path("mask"),
                       "--significance", folder.path("values"), "-q"})
              .status == 0);
  const std::vector<std::string> values = lines_of(folder.read("values")), mask = lines_of(folder.read("mask"));
  REQUIRE(values.size() == 60);
  CHECK(values.front() == "inf");
  CHECK(values.back() == "inf");
  for (std::size_t i = 0; i < values.size(); ++i)
    CHECK((std::stod(values[i]) > 1.25) == (mask[i] == "1"));
}

TEST_CASE("Count and ratio: report the points and their tolerance") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", waves());
  for (int count : {2, 17, 60}) { // none parts points of one significance
    const ended run = run_program(
        {"simplify", in, folder.path("out.csv"), "--count", std::to_string(count), "--json", "--overwrite"});
    REQUIRE(run.status == 0);
    CHECK(lines_of(folder.read("out.csv")).size() == static_cast<std::size_t>(count) + 1);
    const auto report = read_json(run.out);
    CHECK(report["points_out"] == count);
    std::ostringstream tolerance;
    tolerance.precision(17);
    tolerance << report["tolerance"].get<double>();
    REQUIRE(run_program({"simplify", in, folder.path("one.csv"), "-t", tolerance.str(), "--overwrite", "-q"}).status ==
            0);
    CHECK(folder.read("one.csv") == folder.read("out.csv"));
  }
  REQUIRE(run_program({"simplify", in, folder.path("out.csv"), "--ratio", "0.25", "--overwrite", "-q"}).status == 0);
  CHECK(lines_of(folder.read("out.csv")).size() == 15 + 1);
}

TEST_CASE("Count and ratio: another number than requested is noted") {
  const scratch_folder folder;
  const auto run_on = [&](std::string const& in, std::vector<std::string> const& options) {
    std::vector<std::string> arguments{"simplify", in, folder.path("out" + in.substr(in.rfind('.'))), "--overwrite"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ended run = run_program(arguments);
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run;
  };
  const auto check_note = [&](std::string const& in, std::vector<std::string> options, std::string const& note,
                              int asked, int for_rings) {
    CHECK(run_on(in, options).err.find(note) != std::string::npos);
    options.push_back("--json");
    const ended run = run_on(in, options);
    CHECK(run.err.find(note) != std::string::npos);
    const auto report = read_json(run.out);
    CHECK(report["points_asked"] == asked);
    CHECK(report["points_for_rings"] == for_rings);
    options.back() = "-q";
    CHECK(run_on(in, options).err == "");
  };
  // Three squares with a point in the middle of a side: in the last two only the ends are significant enough.
  const std::string rings = folder.write("rings.wkt", "POLYGON ((0 0, 9 0, 9 4, 9 9, 0 9, 0 0))\n"
                                                      "POLYGON ((0 0, 2 0, 2 1, 2 2, 0 2, 0 0))\n"
                                                      "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))\n");
  check_note(rings, {"--count", "9"}, "note: 13 points are kept, not 9: 4 points were added to complete rings\n", 9, 4);
  check_note(
      rings, {"--count", "2"},
      "note: 12 points are kept, not 2: the ends of lines alone are 6, and 6 points were added to complete rings\n", 2,
      6);
  check_note(rings, {"--count", "16"},
             "note: 15 points are kept, not 16: those left out are on the lines between them\n", 16, 0);

  const std::string line = folder.write("line.csv", "x,y\n0,0\n1,0\n2,0\n");
  check_note(line, {"--ratio", "1"}, "note: 2 points are kept, not 3: those left out are on the lines between them\n",
             3, 0);
  check_note(line, {"--ratio", "0.1"}, "note: 2 points are kept, not 1: the ends of lines alone are 2\n", 1, 0);
  const std::string pins = folder.write("pins", "0\n1\n0\n");
  check_note(line, {"--count", "2", "--pins", pins},
             "note: 3 points are kept, not 2: the ends of lines and other points that must stay alone are 3\n", 2, 0);
  CHECK(run_on(line, {"--count-each", "2", "--pins", pins})
            .err.find("note: 3 points are kept, not 2: each line keeps its ends and other points that must stay\n") ==
        0);
  const std::string flat = folder.write("flat.wkt", "POLYGON ((0 0, 5 1, 0 0))\n");
  check_note(flat, {"--count", "2"}, "note: 1 ring kept more points than chosen, as a ring needs 4 positions\n", 2, 1);
  check_note(flat, {"--count", "2"}, "note: 3 points are kept, not 2: 1 point was added to complete rings\n", 2, 1);
  check_note(folder.write("point.csv", "x,y\n0,0\n"), {"--count", "5"},
             "note: 1 point is kept, not 5: there are no more\n", 5, 0);
  CHECK(run_on(line, {"--count", "2"}).err.find("note") == std::string::npos);
  CHECK(!read_json(run_on(line, {"-t", "1", "--json"}).out).contains("points_asked"));
}

TEST_CASE("Count and ratio of each line: equal to lines one by one") {
  const scratch_folder folder;
  // Lines of 60, 30 and 2 points.
  const std::vector<std::string> rows = lines_of(waves());
  std::string all = "id,x,y\n";
  std::vector<std::string> ones(3);
  for (std::size_t i = 1; i < rows.size(); ++i)
    for (std::size_t line = 0; line < 3; ++line)
      if (i <= (line == 0 ? 60u : line == 1 ? 30u : 2u))
        ones[line] += std::to_string(line) + "," + rows[i] + "\n";
  all += ones[0] + ones[1] + ones[2];
  const std::string in = folder.write("in.csv", all);
  const auto run_on = [&](std::string const& file, std::vector<std::string> const& options) {
    std::vector<std::string> arguments{"simplify", file, folder.path("out.csv"), "--overwrite"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ended run = run_program(arguments);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return run;
  };
  for (auto const& [each, of_all, asked] :
       {std::tuple{"--count-each", "--count", 7 + 7 + 2}, std::tuple{"--ratio-each", "--ratio", 9 + 5 + 1}}) {
    const std::string value = each == std::string("--count-each") ? "7" : "15%";
    INFO(each);
    std::string expected = "id,x,y\n";
    for (std::string const& one : ones) {
      run_on(folder.write("one.csv", "id,x,y\n" + one), {of_all, value, "-q"});
      expected += folder.read("out.csv").substr(7);
    }
    const ended run = run_on(in, {each, value, "--json"});
    CHECK(folder.read("out.csv") == expected);
    const auto report = read_json(run.out);
    CHECK(report["points_asked"] == asked);
    CHECK(report["engine"] == "bounded");
    CHECK(report["max_deviation"].get<double>() <= report["tolerance"].get<double>());
    const bool more = asked != static_cast<int>(lines_of(expected).size()) - 1;
    CHECK((run.err.find("note: 16 points are kept, not 15: each line keeps its ends\n") != std::string::npos) == more);
    CHECK(more == (value == "15%"));
  }
}

TEST_CASE("Count, ratio, levels and significance: bad usage") {
  check_refused({"--count", "-1"}, "--count: -1 is not a number >= 0");
  check_refused({"--count", "9223372036854775808"}, "--count: 9223372036854775808 is beyond 9223372036854775807");
  check_refused({"--count", "-9223372036854775809"}, "--count: -9223372036854775809 is beyond -9223372036854775808");
  for (const std::string padded : {"010", "+010", "00", "08"})
    check_refused({"--count", padded}, padded + " begins with 0");
  check_refused({"--count", "5", "-t", "1"}, "--tolerance");
  check_refused({"--count-each", "-1"}, "--count-each: -1 is not a number >= 0");
  check_refused({"--count-each", "2.5"}, "--count-each");
  check_refused({"--ratio-each", "101%"}, "--ratio-each: 101% is not a number from 0 to 1");
  check_refused({"--ratio-each", ""}, "--ratio-each");
  check_refused({"--count-each", "5", "--count", "5"}, "--count");
  check_refused({"--count-each", "5", "--ratio-each", "0.5"}, "--count-each");
  check_refused({"--ratio-each", "0.5", "--levels", "1"}, "--ratio-each");
  check_refused({"--count-each", "3", "--engine", "recursive"}, "bounded");
  check_refused({"--ratio", "1.5"}, "--ratio");
  check_refused({"--ratio", "1.0000000001"}, "--ratio: 1.0000000001 is not a number from 0 to 1");
  check_refused({"--ratio", "nan"}, "--ratio: nan is not");
  check_refused({"--levels", "1,-2"}, "--levels: -2 is not a number >= 0");
  check_refused({"--levels", "1e400,1"}, "--levels: '1e400' is out of the range of a double");
  check_refused({"--levels", "1,x"}, "x");
  check_refused({"--levels", ""}, "--levels: '' is not a number");
  check_refused({"--levels", "1,,2"}, "--levels: '' is not a number");
  check_refused({"--levels", "1,2,"}, "--levels: '' is not a number");
  check_refused({"--levels", "1, ,2"}, "--levels: '' is not a number");
  check_refused({"--levels", "1,2 3"}, "--levels: '2 3' is not a number");
  check_refused({"--levels", "1, 1"}, "written twice");
  check_refused({"--levels", "1,1"}, "written twice");
  check_refused({"--levels", "1,2", "--mask", "m"}, "--mask");
  check_refused({"--levels", "1,2", "--count", "3"}, "--count");
  check_refused({"--significance", "s"}, "--significance");
  check_refused({"--count", "3", "--engine", "recursive"}, "bounded");
}
