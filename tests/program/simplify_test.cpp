// SPDX-License-Identifier: MIT
#include <string>

#include <doctest/doctest.h>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

struct written {
  int status;
  std::string output, mask;
};

/// Simplifies a file of that name and text.
written simplify(std::string const& name, std::string const& text, std::vector<std::string> const& options) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify", folder.write(name, text), folder.path("out-" + name),
                                     "--mask",   folder.path("mask"),      "-q"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ended run = run_program(arguments);
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out == "");
  CHECK(run.err == "");
  return {run.status, folder.read("out-" + name), folder.read("mask")};
}

const std::string path_csv = "x,y,name\n0,0,\"a, b\"\n1,0.1,c\n2,-0.1,d\n3,5,e\n4,6.00,f\n5,7,g\n6,8.1,h\n7,9,i\n";

} // namespace

TEST_CASE("Program: CSV rows, and the mask") {
  const written got = simplify("f.csv", path_csv, {"--tolerance", "1"});
  CHECK(got.output == "x,y,name\n0,0,\"a, b\"\n2,-0.1,d\n3,5,e\n7,9,i\n");
  CHECK(got.mask == "1\n0\n1\n1\n0\n0\n0\n1\n");
}

TEST_CASE("Program: every engine and device gives the same file") {
  const written expected = simplify("f.csv", path_csv, {"--tolerance", "0.05"});
  for (auto const& options : std::vector<std::vector<std::string>>{{"--engine", "recursive"},
                                                                   {"--engine", "composed"},
                                                                   {"--engine", "auto", "--device", "cpu"},
                                                                   {"--threads", "1"},
                                                                   {"--threads", "3", "--engine", "composed"}}) {
    std::vector<std::string> all{"--tolerance", "0.05"};
    all.insert(all.end(), options.begin(), options.end());
    const written got = simplify("f.csv", path_csv, all);
    CHECK(got.output == expected.output);
    CHECK(got.mask == expected.mask);
  }
}

TEST_CASE("Program: pins stay, and lines are split there") {
  const std::string text = "x,y,stop\n0,0,0\n1,0.1,0\n2,0,\"1\"\n3,0.6,0\n4,0, 1\n5,0.1,0\n6,0,0\n";
  const scratch_folder folder;
  const std::string pins = folder.write("pins", "\xEF\xBB\xBF"
                                                "0\n0\n1\r\n0\n1\n0\n0");
  CHECK(simplify("f.csv", text, {"--tolerance", "0.5"}).mask == "1\n0\n0\n1\n0\n0\n1\n");
  for (auto const& options : {std::vector<std::string>{"--pin-column", "stop"}, {"--pins", pins}}) {
    std::vector<std::string> all{"--tolerance", "0.5"};
    all.insert(all.end(), options.begin(), options.end());
    CHECK(simplify("f.csv", text, all).mask == "1\n0\n1\n1\n1\n0\n1\n");
    all[1] = "1";
    CHECK(simplify("f.csv", text, all).mask == "1\n0\n1\n0\n1\n0\n1\n");
    all[0] = "--count";
    CHECK(simplify("f.csv", text, all).mask == "1\n0\n1\n0\n1\n0\n1\n");
  }
}

TEST_CASE("Program: the mask of one run is a file of pins for another") {
  const std::string text = "v\n0\nnan\n4\n\n0\n1\n0\n";
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", text), out = folder.path("out.csv"), mask = folder.path("mask");
  const auto run = [&](std::vector<std::string> const& options) {
    std::vector<std::string> all{"simplify", in, out, "--overwrite", "--invalid", "skip", "--tolerance"};
    all.insert(all.end(), options.begin(), options.end());
    const ended done = run_program(all);
    INFO(done.err);
    REQUIRE(done.status == 0);
  };
  run({"3", "--mask", mask});
  CHECK(folder.read("mask") == "1\n0\n1\n0\n0\n0\n1\n");
  run({"100", "--pins", mask});
  CHECK(folder.read("out.csv") == "v\n0\n4\n0\n");
  const auto complaint = [&](std::string const& pins) {
    return run_program({"simplify", in, folder.path("pinned.csv"), "--invalid", "skip", "-t", "1", "--pins", pins}).err;
  };
  CHECK(complaint(folder.write("few", "0\n1\n"))
            .find("7 lines are expected, one for each point of INPUT and each skipped row, found 2\n") !=
        std::string::npos);
  CHECK(complaint(folder.write("many", "0\n0\n0\n0\n0\n0\n0\n0\n"))
            .find("many:8: more lines than INPUT has points and skipped rows: 7 are expected\n") != std::string::npos);
}

TEST_CASE("Program: bad pins are named by line") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "x,y,pin\n0,0,0\n1,1,yes\n2,0,0\n"), out = folder.path("out.csv");
  const auto complaint = [&](std::string const& option, std::string const& value) {
    const ended run = run_program({"simplify", in, out, "--tolerance", "1", option, value});
    CHECK(run.status == 1);
    return run.err;
  };
  const auto holds = [](std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(holds(complaint("--pin-column", "pin"), "in.csv:3: pin 'yes' is neither 0 nor 1"));
  CHECK(holds(complaint("--pin-column", "stop"), "no column 'stop' among x, y, pin"));
  CHECK(holds(complaint("--pins", folder.write("few", "0\n1\n")), "3 lines are expected, one for each point of INPUT"));
  CHECK(holds(complaint("--pins", folder.write("many", "0\n1\n0\n0\n")), "many:4: more lines than INPUT has points"));
  CHECK(holds(complaint("--pins", folder.write("blank", "0\n\n0\n")), "blank:2: 0 or 1 is expected, found ''"));
  CHECK(holds(complaint("--pins", folder.write("two", "0\n2\n0\n")), "two:2: 0 or 1 is expected, found '2'"));
  CHECK(holds(complaint("--pins", folder.path("none")), "none"));
}

TEST_CASE("Program: values default to vertical, polylines to segment") {
  // The third value lies 1.5 above its chord, and sqrt(2) * 1.5 / 2 from the line through it.
  const std::string series = "v\n0\n1\n3.5\n3\n4\n";
  CHECK(simplify("f.csv", series, {"--tolerance", "1.2"}).mask == "1\n0\n1\n0\n1\n");
  CHECK(simplify("f.csv", series, {"--tolerance", "1.2", "--metric", "line"}).mask == "1\n0\n0\n0\n1\n");
  // The point beyond the end is on the line, but not on the segment.
  const std::string overshoot = "x,y\n0,0\n12,0\n10,0\n";
  CHECK(simplify("f.csv", overshoot, {"--tolerance", "1"}).mask == "1\n1\n1\n");
  CHECK(simplify("f.csv", overshoot, {"--tolerance", "1", "--metric", "line"}).mask == "1\n0\n1\n");
}

TEST_CASE("Program: a series from one column keeps whole rows") {
  const std::string text = "t,a,b\n0,5,0\n1,5,9\n2,5,0\n3,5,0\n";
  CHECK(simplify("f.csv", text, {"--tolerance", "1", "--column", "a"}).output == "t,a,b\n0,5,0\n3,5,0\n");
  CHECK(simplify("f.csv", text, {"--tolerance", "1", "--column", "b"}).output == text);
}

TEST_CASE("Program: a share in per cent") {
  CHECK(simplify("f.csv", path_csv, {"--ratio", "50%"}).output ==
        simplify("f.csv", path_csv, {"--ratio", "0.5"}).output);
  CHECK(simplify("f.csv", path_csv, {"--ratio", "100%"}).output ==
        simplify("f.csv", path_csv, {"--ratio", "1"}).output);
}

TEST_CASE("Program: columns by name, and rows without coordinates") {
  const std::string text = "lat;lon;n\n0;0;a\n;1;b\n0;1;c\n0;2;d\n9;nan;e\n0;9;f\n";
  const std::vector<std::string> options{"--x", "lon", "--y", "lat", "--invalid", "skip", "-t", "1"};
  const written got = simplify("f.csv", text, options);
  CHECK(got.output == "lat;lon;n\n0;0;a\n0;9;f\n");
  CHECK(got.mask == "1\n0\n0\n0\n0\n1\n"); // a line for each row
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify", folder.write("f.csv", text), folder.path("out.csv"), "--significance",
                                     folder.path("s")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ended run = run_program(arguments);
  CHECK(run.err.find("note: 2 rows were skipped, the first in line 3\n") == 0);
  CHECK(folder.read("s") == "inf\n0\n0\n0\n0\ninf\n");
}

TEST_CASE("Program: tolerances 0 and inf") {
  const std::string text = "x,y\n0,0\n1,0\n2,1\n3,3\n";
  CHECK(simplify("f.csv", text, {"--tolerance", "0"}).mask == "1\n1\n1\n1\n");
  CHECK(simplify("f.csv", text, {"--tolerance", "inf"}).mask == "1\n0\n0\n1\n");
}

TEST_CASE("Program: files without points") {
  CHECK(simplify("f.csv", "x,y\n", {"--tolerance", "1"}).output == "x,y\n");
  CHECK(simplify("f.csv", "x,y\n", {"--tolerance", "1"}).mask == "");
  CHECK(simplify("f.wkt", "POINT (1 2)\n", {"--tolerance", "1"}).output == "POINT (1 2)\n");
  CHECK(simplify("f.wkt", "", {"--tolerance", "1"}).output == "");
  const std::string nothing = R"({"type":"FeatureCollection","features":[]})";
  CHECK(simplify("f.json", nothing, {"--tolerance", "1"}).output == nothing);
}

TEST_CASE("Program: many equal points finish quickly") {
  std::string text = "x,y\n";
  for (int i = 0; i < 99998; ++i)
    text += "5,5\n";
  CHECK(simplify("f.csv", text, {"--tolerance", "0"}).output == "x,y\n5,5\n5,5\n");
}

TEST_CASE("Program: standard input and output") {
  const std::string wkt = "LINESTRING (0 0, 1 0.1, 2 0)\n";
  const ended run = run_program({"simplify", "-", "-", "--format", "wkt", "--tolerance", "1"}, wkt);
  CHECK(run.status == 0);
  CHECK(run.out == "LINESTRING (0 0, 2 0)\n");
  CHECK(run.err.find("3 points -> 2") == 0);

  const scratch_folder folder;
  const std::string csv = folder.write("in.csv", path_csv);
  CHECK(run_program({"simplify", csv, "-", "--tolerance", "100", "-q"}).out == "x,y,name\n0,0,\"a, b\"\n7,9,i\n");
  const std::string out = folder.path("out.csv");
  CHECK(run_program({"simplify", "-", out, "--format", "csv", "--tolerance", "100"}, path_csv).status == 0);
  CHECK(folder.read("out.csv") == "x,y,name\n0,0,\"a, b\"\n7,9,i\n");
}

TEST_CASE("Program: --overwrite replaces files and follows links") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", path_csv);
  CHECK(run_program({"simplify", in, in, "--tolerance", "100", "--overwrite"}).status == 0);
  CHECK(folder.read("in.csv") == "x,y,name\n0,0,\"a, b\"\n7,9,i\n");

  folder.write("target.csv", "old");
  CHECK(run_shell("ln -s target.csv " + folder.path("link.csv")).status == 0);
  CHECK(run_program({"simplify", in, folder.path("link.csv"), "--tolerance", "100", "--overwrite"}).status == 0);
  CHECK(folder.read("target.csv") == folder.read("in.csv"));
  CHECK(run_shell("test -L " + folder.path("link.csv")).status == 0);
}

TEST_CASE("Program: pipes are written to, not replaced") {
  // A pipe made for this test: a failure would replace a device such as /dev/null.
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", path_csv), pipe = folder.path("pipe");
  const ended run =
      run_shell("mkfifo " + pipe + " && { timeout 10 cat " + pipe + " > " + folder.path("got") +
                " & $THRUSTLINE simplify " + in + " " + pipe + " -t 100 --overwrite -q; wait; test -p " + pipe + "; }");
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(folder.read("got") == "x,y,name\n0,0,\"a, b\"\n7,9,i\n");
}
