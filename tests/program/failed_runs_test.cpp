// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include <thrustline/executor.hpp>

#include "child.hpp"
#include "failed_run.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

const std::string good_csv = "x,y\n0,0\n1,1\n2,0\n";

/// Runs `simplify` with every kind of output and expects exit status 1 and this message.
void check_fails(scratch_folder const& folder, std::string const& in, std::string const& out, std::string const& plot,
                 std::string const& complaint) {
  const std::vector<std::string> arguments{"simplify",          in,       out,  "--tolerance", "0.1", "--mask",
                                           folder.path("mask"), "--plot", plot, "--json"};
  CHECK(complaint_of(folder, arguments, 1) == "thrustline: " + complaint + "\n");
}

void check_bad_input(std::string const& name, std::string const& text, std::string const& complaint) {
  const scratch_folder folder;
  const std::string in = folder.write(name, text);
  check_fails(folder, in, folder.path("out-" + name), folder.path("plot.svg"), in + complaint);
}

} // namespace

TEST_CASE("Failed run: bad input is named and leaves no file") {
  check_bad_input("f.csv", "x,y\n0,0\n1,oops\n", ":3: y 'oops' is not a number");
  check_bad_input("f.csv", "x,y\n0,0\n1,nan\n2,2\n", ":3: y 'nan' is not finite (--invalid skip leaves such rows out)");
  check_bad_input("f.csv", "v\n1\ninf\n", ":3: v 'inf' is not finite (--invalid skip leaves such rows out)");
  check_bad_input("f.csv", "id,x,y\n0,0,0\n1,1,1\n0,2,2\n",
                  ":4: id '0' occurs again: the rows of an id must be consecutive");
  check_bad_input("f.wkt", "POINT (0 0)\nLINESTRING (0 0, 1 1",
                  ":2: column 21: ',' or ')' is expected, found the end of the file");
  check_bad_input("f.geojson", "{\"type\":\"LineString\",\n\"coordinates\":[[0,0],[1,",
                  ":2: column 24: syntax error while parsing value - unexpected end of input; expected '[', '{', or a "
                  "literal");
}

TEST_CASE("Failed run: absent input is named") {
  const scratch_folder folder;
  const std::string in = folder.path("absent.csv");
  check_fails(folder, in, folder.path("out.csv"), folder.path("plot.svg"),
              in + ": cannot be opened: No such file or directory");
}

TEST_CASE("Failed run: standard input is named too") {
  const ended run = run_program({"simplify", "-", "-", "--format", "csv", "--tolerance", "1"}, "x,y\n0\n");
  CHECK(run.status == 1);
  CHECK(run.err == "thrustline: standard input:2: 2 columns are expected, found 1\n");
  CHECK(run.out == "");
}

TEST_CASE("Failed run: an output that cannot be written is named") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", good_csv), file = folder.write("file", "");
  const std::string missing = folder.path("missing"), plot = folder.path("plot.svg"), out = folder.path("out.csv");
  std::filesystem::create_directory(folder.path("folder.csv"));

  check_fails(folder, in, missing + "/out.csv", plot,
              missing + "/out.csv: cannot be written: there is no folder " + missing);
  check_fails(folder, in, file + "/out.csv", plot, file + "/out.csv: cannot be written: there is no folder " + file);
  check_fails(folder, in, folder.path("folder.csv"), plot,
              folder.path("folder.csv") + ": cannot be written: it is a folder");
  check_fails(folder, in, out, missing + "/plot.svg",
              missing + "/plot.svg: cannot be written: there is no folder " + missing);
}

TEST_CASE("Failed run: levels need the name of a file") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", good_csv);
  for (const char* name : {"", ".", ".."}) {
    const std::string out = folder.path("") + name;
    const ended run = run_program({"simplify", in, out, "--levels", "1"});
    CHECK(run.status == 2);
    CHECK(run.err == "thrustline: OUTPUT: " + out + " is a folder; --levels adds levels to the name of a file\n");
    CHECK(folder.names() == std::set<std::string>{"in.csv"});
  }
}

TEST_CASE("Failed run: outputs that exist are refused and untouched") {
  for (const char* existing : {"out.csv", "mask", "plot.svg"}) {
    const scratch_folder folder;
    const std::string in = folder.write("in.csv", good_csv), old = folder.write(existing, "old");
    check_fails(folder, in, folder.path("out.csv"), folder.path("plot.svg"),
                old + ": exists already; --overwrite replaces it");
    CHECK(folder.read(existing) == "old");
  }
}

TEST_CASE("Failed run: standard output is full") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", good_csv);
  // The device is reached by redirection: a broken program must not get the path of a device.
  const ended run = run_shell("$THRUSTLINE simplify " + in + " - -t 1 --mask " + folder.path("mask") + " > /dev/full");
  CHECK(run.status == 1);
  CHECK(run.err.find("standard output: could not be written in full") != std::string::npos);
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}

TEST_CASE("Failed run: standard output has no room for the report") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", good_csv), image = folder.write("in.pgm", "P2 2 2 255 9 9 9 9");
  for (std::string const& command : {"simplify " + in, "segment " + image, "hull " + in,
                                     "stixels --focal 700 --baseline 0.5 --cy 1 --road 0.1,0 --width 2 " + image}) {
    CAPTURE(command);
    const std::string options = command[0] == 's' && command[1] != 't' ? " -t 1" : "";
    const ended run =
        run_shell("$THRUSTLINE " + command + " " + folder.path("out.csv") + options + " --json > /dev/full");
    CHECK(run.status == 1);
    CHECK(run.err == "thrustline: standard output: could not be written in full: No space left on device\n");
    CHECK(folder.names() == std::set<std::string>{"in.csv", "in.pgm"});
  }
}

TEST_CASE("Failed run: a limit of file size leaves the old file") {
  const scratch_folder folder;
  std::string text = "x,y\n";
  for (int i = 0; i < 20000; ++i)
    text += std::to_string(i) + "," + std::to_string(i * 7919 % 1000) + "\n";
  const std::string in = folder.write("in.csv", text), out = folder.write("out.csv", "old");
  const ended run = run_shell("ulimit -f 8; exec $THRUSTLINE simplify " + in + " " + out + " -t 1 --overwrite --plot " +
                              folder.path("plot.svg"));
  CHECK(run.status == 1);
  CHECK(run.err.find("could not be written in full: File too large") != std::string::npos);
  CHECK(folder.names() == std::set<std::string>{"in.csv", "out.csv"});
  CHECK(folder.read("out.csv") == "old");
  for (const std::string option : {"--mask ", "--significance "}) { // written as a whole
    const std::string all = folder.path("all");
    const ended whole =
        run_shell("ulimit -f 8; exec $THRUSTLINE simplify " + in + " " + out + " -t 1 --overwrite " + option + all);
    CHECK(whole.status == 1);
    CHECK(whole.err.find(all + ": could not be written in full") != std::string::npos);
    CHECK(whole.err.find("Success") == std::string::npos);
    CHECK(folder.names() == std::set<std::string>{"in.csv", "out.csv"});
  }
}

TEST_CASE("Failed run: an absent GPU is named") {
  const bool gpu = thrustline::executor::cuda_available();
  const scratch_folder folder;
  const ended run = run_program(
      {"simplify", folder.write("in.csv", good_csv), folder.path("out.csv"), "-t", "1", "--device", "cuda"});
  CHECK(run.status == (gpu ? 0 : 1));
  CHECK((run.err.find("no CUDA device was found") == std::string::npos) == gpu);
  CHECK(folder.names().count("out.csv") == (gpu ? 1 : 0));
}
