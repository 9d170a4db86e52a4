// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <thrustline/executor.hpp>
#include <thrustline/version.hpp>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

bool holds(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

/// Runs `simplify IN OUT` with these options on a small file and expects an error of usage.
void check_refused(std::vector<std::string> const& options, std::string const& complaint,
                   std::string const& output = "out.csv") {
  const scratch_folder folder;
  std::vector<std::string> arguments{"simplify", folder.write("in.csv", "x,y\n0,0\n1,1\n2,0\n"), folder.path(output)};
  for (std::string const& option : options)
    arguments.push_back(option);
  const ended run = run_program(arguments);
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(holds(run.err, complaint));
  CHECK(run.out == "");
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}

} // namespace

TEST_CASE("Program: version, info and help") {
  const ended version = run_program({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out == "thrustline " + thrustline::version() + "\n");

  const ended info = run_program({"info"});
  CHECK(info.status == 0);
  CHECK(holds(info.out, "thrustline   " + thrustline::version()));
  CHECK(holds(info.out, thrustline::build().compiler));
  CHECK(holds(info.out,
              "csv, geojson, geojsonl, wkt; written only: topojson; points of hulls: f32, f64; images: png, pgm"));
  CHECK(holds(info.out, thrustline::executor::cpu().name()));
  CHECK(holds(info.out, thrustline::executor::cuda_available() ? thrustline::executor::cuda().name() : "none found"));

  const ended help = run_program({"simplify", "--help"});
  CHECK(help.status == 0);
  CHECK(holds(help.out, "--tolerance"));
  CHECK(holds(help.out, "Rings of polygons stay closed"));
  CHECK(holds(help.out, "--pins FILE"));
  CHECK(holds(help.out, "--pin-column COLUMN"));
  for (const std::string option : {"--ring-start first|least", "--small-rings keep|drop", "--units data|m",
                                   "--count-each N", "--ratio-each P", "--quantization N"})
    CHECK_MESSAGE(holds(help.out, option), option);
  CHECK(holds(help.out, "a header of column names (required, for one column too)"));
  CHECK(holds(help.out, "an infinite number is the string \"inf\""));
}

TEST_CASE("Program: the help names the ranges of numbers") {
  const auto says = [](std::string const& command, std::string const& what) {
    CHECK_MESSAGE(holds(run_program({command, "--help"}).out, what), what);
  };
  says("simplify", "CPU threads, 1 to 1024, or 0 for all");
  says("simplify", "in a .topojson OUTPUT, 2 to 10^15;");
  says("simplify", "Ratios are rounded\nup to a number of points.");
  says("segment", "resample columns to N rows, 1 to 1000000");
  says("stixels", "width of a stixel, 1 to 1000000 pixels, INPUT's width at most");
  says("stixels", "use disparities below this, 2 to 1024 pixels");
}

TEST_CASE("Program: bad usage ends with 2") {
  CHECK(run_program({}).status == 2);
  const ended smooth = run_program({"smooth", "in.csv"});
  CHECK(smooth.status == 2);
  CHECK(smooth.err == "thrustline: there is no command 'smooth'; --help lists them\n");
  for (const std::string command : {"simplify", "segment", "stixels", "hull"}) {
    const ended no_input = run_program({command, "", "out.csv"}), no_output = run_program({command, "in.csv", ""});
    CHECK(no_input.status == 2);
    CHECK(holds(no_input.err, "INPUT: the name is empty"));
    CHECK(no_output.status == 2);
    CHECK(holds(no_output.err, "OUTPUT: the name is empty"));
  }
  CHECK(run_program({"simplify"}).status == 2);
  CHECK(run_program({"simplify", "only_one.csv", "--tolerance", "1"}).status == 2);

  check_refused({"--tolerance", "-1"}, "--tolerance: -1 is not a number >= 0");
  check_refused({"--tolerance=-1e-9"}, "--tolerance: -1e-09 is not a number >= 0");
  check_refused({"--tolerance", "nan"}, "--tolerance: nan is not a number >= 0");
  check_refused({"--tolerance", "wide"}, "wide");
  check_refused({"--tolerance", "1m"}, "1m");
  for (const std::string option : {"--tolerance", "--ratio", "--levels"})
    for (const std::string number : {"1e400", "-1e400", "1e-400", "0x10"})
      check_refused({option + "=" + number}, number);
  check_refused({"--tolerance", "1e400"}, "--tolerance: '1e400' is out of the range of a double");
  for (const std::string option : {"--tolerance", "--count", "--ratio"})
    check_refused({option, ""}, option + ": the value is empty");
  for (const std::string option : {"--mask", "--significance", "--plot", "--column", "--pins", "--pin-column"})
    check_refused({"--tolerance", "1", option, ""}, option + ": the name is empty");
  check_refused({"--tolerance", "1", "--unknown"}, "--unknown");
  check_refused({"--tolerance", "1", "--metric", "manhattan"}, "manhattan");
  check_refused({"--tolerance", "1", "--engine", "fast"}, "fast");
  check_refused({"--tolerance", "1", "--device", "tpu"}, "tpu");
  check_refused({"--tolerance", "1", "--format", "shp"}, "shp");
  check_refused({"--tolerance", "1", "--threads", "-2"}, "-2");
  check_refused({"--tolerance", "1", "--threads", "two"}, "two");
  check_refused({"--tolerance", "1", "--threads", "010"}, "--threads: 010 begins with 0");
  for (const std::string value : {"0x2", "1_0", "1.5", " 3", "3 ", "1e3", "-", "two"}) {
    check_refused({"--tolerance", "1", "--threads", value}, "--threads: '" + value + "' is not a whole number");
    check_refused({"--count", value}, "--count: '" + value + "' is not a whole number");
  }
  check_refused({"--tolerance", "1", "--threads", "1025"}, "--threads: ");
  check_refused({"--tolerance", "1", "-q", "-v"}, "--verbose");
}

TEST_CASE("Program: what CLI11 finds is said in the program's words") {
  check_refused({"--tol", "1"}, "thrustline: not expected: '--tol' '1'\n");
  check_refused({"-t", "1", "x", "", "z"}, "thrustline: not expected: 'x' '' 'z'\n");
  check_refused({"-t", "1", "-t", "2"}, "thrustline: --tolerance is given more than once\n");
  check_refused({"-t"}, "thrustline: --tolerance needs a value: NUMBER\n");
  check_refused({"-t", "1", "--ring-start"}, "thrustline: --ring-start needs a value: first|least\n");
  check_refused({"-t", "1", "--threads", "1025"}, "--threads: 1025 is not a whole number from 0 to 1024\n");
  check_refused({"-t", "1", "--threads", "99999999999999999999"},
                "--threads: 99999999999999999999 is not a whole number from 0 to 1024\n");
  check_refused({"-t", "1", "--units", "ft"}, "--units: ft is none of data, m\n");
  CHECK(holds(run_program({}).err, "thrustline: a command is missing; --help lists them\n"));
  for (const std::string option : {"--tolerance=", "--topology=", "--unknown="})
    check_refused({option, "1"}, option.substr(0, option.size() - 1) + ": the value is empty\n");
  check_refused({"-t", "1", "--topology", ""}, "--topology: the value is empty\n");
  check_refused({"-t", "1", "--topology=true"}, "--topology: true is none of within, between, both\n");
  check_refused({"-t", "1", "--topology", "--topology"}, "thrustline: --topology is given more than once\n");
  CHECK(holds(run_program({"hull", "in.csv", "out.csv", "--topology"}).err, "not expected: '--topology'\n"));

  const std::string help = run_program({"simplify", "--help"}).out;
  CHECK(!holds(help, "Excludes"));
  CHECK(holds(help, "--topology [within|between|both]"));
}

TEST_CASE("Program: conflicting options end with 2") {
  check_refused({"--tolerance", "1", "--device", "cuda", "--threads", "2"},
                "--threads: has no effect with --device cuda");
  check_refused({"--tolerance", "1", "--device", "cuda", "--engine", "recursive"}, "runs on the CPU only");
  check_refused({"--tolerance", "1"}, "formats are not converted", "out.geojson");
  check_refused({"--tolerance", "1", "--format", "wkt"}, "formats are not converted");
  check_refused({"--tolerance", "1", "--mask", "-"}, "only OUTPUT may go to standard output");
  check_refused({"--tolerance", "1", "--x", "x"}, "--x and --y: both are needed, or none");
  check_refused({"--tolerance", "1", "--x", "x", "--y", "y", "--column", "x"}, "--column: has no effect with --x");
  check_refused({"--tolerance", "1", "--separator", "ab"}, "--separator: 'ab' is neither one character nor tab");
  check_refused({"--tolerance", "1", "--format", "wkt", "--invalid", "skip"}, "--invalid: INPUT is not a CSV file",
                "out.wkt");
  check_refused({"--tolerance", "1", "--format", "wkt", "--pin-column", "pin"}, "--pin-column: INPUT is not a CSV file",
                "out.wkt");
  check_refused({"--tolerance", "1", "--pins", "a", "--pin-column", "b"}, "--pin-column");
  check_refused({"--tolerance", "1", "--ring-start", "least"},
                "--ring-start least: INPUT is a CSV file, which has no rings");
  check_refused({"--tolerance", "1", "--small-rings", "drop"},
                "--small-rings drop: INPUT is a CSV file, which has no rings");
  check_refused({"--tolerance", "1", "--units", "data", "--metric", "great_ellipse"},
                "--units data: metric great_ellipse computes in metres");
  check_refused({"--tolerance", "1", "-o", "other.csv"}, "--output");
  check_refused({"--tolerance", "1", "--plot", "a.png"}, "--plot: a.png does not end in .svg");
  check_refused({"--tolerance", "1", "--plot", "-"}, "only OUTPUT may go to standard output");
  check_refused({"--tolerance", "1", "--format", "wkt", "--column", "x"}, "--column: INPUT is not a CSV file",
                "out.wkt");

  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "x,y\n0,0\n1,1\n2,0\n"), out = folder.path("out.csv");
  CHECK(run_program({"simplify", in, out, "-t", "1", "--mask", out}).status == 2);
  CHECK(run_program({"simplify", in, out, "-t", "1", "--mask", folder.path("./out.csv")}).status == 2);
  const ended relative =
      run_shell("cd " + folder.path("") + " && $THRUSTLINE simplify in.csv out.csv -t 1 --mask ./out.csv");
  CHECK(relative.status == 2);
  CHECK(relative.err == "thrustline: ./out.csv would be written twice, by OUTPUT and --mask\n");
  CHECK(run_program({"simplify", in, "-", "-t", "1", "--json"}).status == 2);
  CHECK(run_program({"simplify", "-", out, "-t", "1"}, "x,y\n0,0\n").status == 2);
  CHECK(run_program({"simplify", folder.write("in.dat", "x,y\n"), out, "-t", "1"}).status == 2);
  CHECK(folder.names() == std::set<std::string>{"in.csv", "in.dat"});
}

TEST_CASE("Program: without a tolerance, three are suggested") {
  const scratch_folder folder;
  std::string zigzag = "x,y\n";
  for (int i = 0; i <= 100; ++i)
    zigzag += std::to_string(3 * i) + "," + std::to_string(i % 2 * 4) + "\n";
  const ended run = run_program({"simplify", folder.write("in.csv", zigzag), folder.path("out.csv")});
  CHECK(run.status == 2);
  CHECK(run.out == "");
  CHECK(run.err.find("thrustline: one of --tolerance, --count, --ratio, --count-each, --ratio-each and --levels is "
                     "required\n") == 0);
  CHECK(holds(run.err, "101 points"));
  CHECK(holds(run.err, "x from 0 to 300"));
  CHECK(holds(run.err, "y from 0 to 4"));
  CHECK(holds(run.err, "median segment 5\n"));
  CHECK(holds(run.err, "--tolerance 1  keeps 100 % of the points"));
  CHECK(holds(run.err, "--tolerance 5  keeps 1.98 % of the points"));
  CHECK(holds(run.err, "--tolerance 20  keeps 1.98 % of the points"));

  const std::string walk = "v\n0\n2\n9\n8\n4\n4\n5\n";
  const ended three = run_program({"simplify", folder.write("in.csv", walk), folder.path("out.csv")});
  CHECK(three.err.substr(three.err.find("To begin with:")) == "To begin with:\n"
                                                              "  --tolerance 0.5  keeps 85.7 % of the points\n"
                                                              "  --tolerance 2  keeps 71.4 % of the points\n"
                                                              "  --tolerance 8  keeps 28.6 % of the points\n");
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}

TEST_CASE("Program: tolerances are suggested with the shares that they keep") {
  // Squares side by side, so that they share borders, with a point near the middle of each side, and a triangle.
  std::string text = "POLYGON ((0.2 9.2, 0.6 9.4, 0.4 9.6, 0.2 9.2))\n";
  for (int k = 0; k < 5; ++k) {
    const auto at = [&](int x, const char* more) { return std::to_string(2 * k + x) + more; };
    text += "POLYGON ((" + at(0, " 0, ") + at(1, " 0.3, ") + at(2, " 0, ") + at(2, ".4 1, ") + at(2, " 2, ") +
            at(1, " 2.1, ") + at(0, " 2, ") + at(0, ".4 1, ") + at(0, " 0))\n");
  }
  using words = std::vector<std::string>;
  for (words const& options :
       std::vector<words>{{}, {"--topology"}, {"--small-rings", "drop"}, {"--topology", "--small-rings", "drop"}}) {
    const scratch_folder folder;
    words run{"simplify", folder.write("in.wkt", text), folder.path("out.wkt")};
    run.insert(run.end(), options.begin(), options.end());
    const ended suggested = run_program(run);
    CHECK(suggested.status == 2);
    run.insert(run.end(), {"--overwrite", "--tolerance", ""});
    const std::string before = "  --tolerance ", between = "  keeps ";
    int suggestions = 0;
    for (std::size_t at = suggested.err.find(before + "0"); at != std::string::npos;
         at = suggested.err.find(before, at + 1)) {
      const std::size_t begin = at + before.size(), end = suggested.err.find(between, begin);
      const std::size_t share = end + between.size(), share_end = suggested.err.find(" of the", share);
      run.back() = suggested.err.substr(begin, end - begin);
      const std::string result = run_program(run).err;
      CHECK(holds(result, "(" + suggested.err.substr(share, share_end - share) + "), max deviation"));
      ++suggestions;
    }
    CHECK(suggestions == 3);
  }
}

TEST_CASE("Program: tolerances are suggested for the smallest steps") {
  const scratch_folder folder;
  const ended run = run_program({"simplify", folder.write("in.csv", "v\n0\n1e-320\n0\n"), folder.path("out.csv")});
  CHECK(run.status == 2);
  CHECK(holds(run.err, "--tolerance 2.00097e-321  keeps 100 % of the points"));
}

TEST_CASE("Program: equal points have no tolerance to suggest") {
  const scratch_folder folder;
  const ended equal = run_program({"simplify", folder.write("equal.csv", "v\n5\n5\n5\n"), folder.path("out.csv")});
  CHECK(equal.status == 2);
  CHECK(holds(equal.err, "All points of each series are equal"));
  const ended empty = run_program({"simplify", folder.write("empty.csv", "v\n"), folder.path("out.csv")});
  CHECK(empty.status == 2);
  CHECK(holds(empty.err, "0 points"));
  CHECK(run_program({"simplify", folder.path("absent.csv"), folder.path("out.csv")}).status == 1);
}

TEST_CASE("Program: messages quote the command line in part") {
  const std::string word(5000, 'w'), part = std::string(80, 'w') + "...";
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "x,y\n0,0\n"), out = folder.path("out.csv");
  for (std::vector<std::string> const& arguments : {std::vector<std::string>{word},
                                                    {"simplify", in, out, "-t", word},
                                                    {"simplify", in, out, "-t=" + word},
                                                    {"simplify", in, out, "-t", "1", "--metric", word},
                                                    {"simplify", in, out, "--levels", word},
                                                    {"simplify", in, out, "--ratio", word},
                                                    {"simplify", in, out, "-t", "1", "--" + word},
                                                    {"simplify", in, out, "-t", "1", "--x", word, "--y", "y"},
                                                    {"hull", in, out, "--format", word}}) {
    const ended run = run_program(arguments);
    CHECK(run.status != 0);
    CHECK(run.err.size() < 400);
    CHECK(holds(run.err, part.substr(0, 70)));
  }
  for (std::vector<std::string> const& arguments : {std::vector<std::string>{"\x1b[2J"},
                                                    {"simplify", "\x1b[2J.csv", out, "-t", "1"},
                                                    {"simplify", in, out, "-t", "\x1b[2J"},
                                                    {"simplify", in, out, "--metric", "\x1b[2J"}}) {
    const ended run = run_program(arguments);
    CHECK(!holds(run.err, "\x1b"));
    CHECK(holds(run.err, "\\x1b[2J"));
  }
}

TEST_CASE("Program: a line end among the words leaves the lines of a message") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "x,y\n0,0\n"), out = folder.path("out.csv");
  CHECK(run_program({"simplify", in, out, "-t", "1", "--separator", "\n"}).err ==
        "thrustline: --separator: '\\n' is neither one character nor tab\nRun with --help for more information.\n");
  const ended metric = run_program({"simplify", in, out, "-t", "1", "--metric", "li\nne"});
  CHECK(holds(metric.err, "li\\nne is none of"));
  CHECK(holds(metric.err, "\nRun with --help for more information.\n"));
}

TEST_CASE("Program: standard input has one name in all messages") {
  const auto message = [](std::vector<std::string> const& options, std::string const& text) {
    std::vector<std::string> words{"simplify", "-", "-", "--format", "csv", "-t", "1"};
    words.insert(words.end(), options.begin(), options.end());
    return run_program(words, text).err;
  };
  CHECK(message({"--json"}, "") == "thrustline: --json and OUTPUT would both go to standard output\n");
  CHECK(holds(message({}, "id,x,y\n"), "note: standard input holds no line\n"));
  CHECK(holds(message({"-v"}, "x,y\n0,0\n"), "reading standard input\n"));
  CHECK(holds(message({"-v"}, "x,y\n0,0\n"), "writing standard output\n"));
  CHECK(holds(message({"--units", "m"}, "x,y\n0,91\n"), "standard input:2: latitude 91"));
  CHECK(holds(message({"--units", "m"}, "v\n0\n"), "standard input: --units m needs"));
}

TEST_CASE("Program: OUTPUT may be given by -o") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", "x,y\n0,0\n1,0\n2,0\n");
  CHECK(run_program({"simplify", "-o", folder.path("a.csv"), in, "-t", "1", "-q"}).status == 0);
  CHECK(run_program({"simplify", in, "--output", folder.path("b.CSV"), "-t", "1", "-q", "--plot", folder.path("P.SVG")})
            .status == 0);
  CHECK(folder.read("a.csv") == "x,y\n0,0\n2,0\n");
  CHECK(folder.names() == std::set<std::string>{"P.SVG", "a.csv", "b.CSV", "in.csv"});
  const ended none = run_program({"simplify", in, "-t", "1"});
  CHECK(none.status == 2);
  CHECK(holds(none.err, "OUTPUT is required"));
}
