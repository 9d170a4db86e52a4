// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

const std::string csv = "x,y\n0,0\n1,0.1\n2,0\n";

/// Runs a line of the shell in a folder with in.csv, to which link.csv, hard.csv and folder/in.csv are other ways, and
/// with a named pipe. Expects an error of usage that leaves all as it was. $PWD/ in the complaint is that folder.
void check_refused(std::string const& command, std::string complaint) {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", csv);
  folder.write("in.svg", "a picture");
  folder.write("in.pgm", "P2 2 2 255 9 9 9 9");
  REQUIRE(::symlink("in.csv", folder.path("link.csv").c_str()) == 0);
  REQUIRE(::link(in.c_str(), folder.path("hard.csv").c_str()) == 0);
  REQUIRE(::symlink(".", folder.path("folder").c_str()) == 0);
  REQUIRE(::symlink("missing.csv", folder.path("dangling.csv").c_str()) == 0);
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  if (const auto at = complaint.find("$PWD/"); at != std::string::npos)
    complaint.replace(at, 5, folder.path(""));
  const auto before = folder.names();
  const ended run = run_shell("cd " + folder.path("") + " && $THRUSTLINE " + command);
  CAPTURE(command);
  CHECK(run.status == 2);
  CHECK(run.err == "thrustline: " + complaint + "\n");
  CHECK(run.out == "");
  CHECK(folder.names() == before);
  CHECK(folder.read("in.csv") == csv);
}

} // namespace

TEST_CASE("Files: no output but OUTPUT takes the place of INPUT") {
  const std::string simplify = "simplify in.csv out.csv -t 1 --overwrite ";
  for (const std::string option : {"--mask", "--significance"})
    for (const std::string path : {"in.csv", "./in.csv", "link.csv", "hard.csv", "folder/in.csv"})
      check_refused(simplify + option + " " + path, option + ": " + path + " is INPUT, which would be lost");
  check_refused("simplify - out.csv --format csv -t 1 --overwrite --mask in.csv < in.csv",
                "--mask: in.csv is INPUT, which would be lost");
  check_refused("simplify /dev/stdin out.csv --format csv -t 1 --overwrite --mask link.csv < in.csv",
                "--mask: link.csv is INPUT, which would be lost");
  check_refused("simplify in.svg out.csv --format csv -t 1 --overwrite --plot in.svg",
                "--plot: in.svg is INPUT, which would be lost");
  check_refused("simplify in.csv - -t 1 >> in.csv", "OUTPUT: standard output is INPUT, which would be lost");
  check_refused("hull in.csv ./in.csv --overwrite", "OUTPUT: ./in.csv is INPUT, which would be lost");
  check_refused("segment in.csv link.csv -t 1 --overwrite", "OUTPUT: link.csv is INPUT, which would be lost");
  check_refused("segment in.pgm in.csv -t 1 --overwrite --plot a.png --image in.csv",
                "OUTPUT: in.csv is --image, which would be lost");
  check_refused("stixels in.csv link.csv --focal 1 --baseline 1 --cy 1 --overwrite",
                "OUTPUT: link.csv is INPUT, which would be lost");
}

TEST_CASE("Files: two outputs are two files") {
  const std::string simplify = "simplify in.csv out.csv -t 1 --overwrite ";
  check_refused(simplify + "--mask ./out.csv", "./out.csv would be written twice, by OUTPUT and --mask");
  check_refused(simplify + "--mask folder/out.csv", "folder/out.csv would be written twice, by OUTPUT and --mask");
  check_refused(simplify + "--mask a --significance $PWD/folder/a",
                "$PWD/folder/a would be written twice, by --mask and --significance");
  check_refused("simplify in.csv missing.csv -t 1 --mask dangling.csv",
                "dangling.csv would be written twice, by OUTPUT and --mask");
  check_refused("simplify in.svg link.csv -t 1 --format csv --overwrite --mask hard.csv",
                "hard.csv would be written twice, by OUTPUT and --mask");
  check_refused("simplify in.csv out.csv --levels 1,1",
                "out-1.csv would be written twice, by --levels 1 and --levels 1");
  check_refused("simplify in.csv - -t 1 --mask /dev/stdout 1<> pipe",
                "/dev/stdout would be written twice, by OUTPUT and --mask");
  check_refused("simplify in.csv out.csv -t 1 --json --mask /dev/stdout 1<> pipe",
                "--json and --mask would both go to standard output");
}

TEST_CASE("Files: the null device is never in the way") {
  const scratch_folder folder;
  CHECK(run_program({"simplify", folder.write("in.csv", csv), "/dev/null", "-t", "1", "--mask", "/dev/null", "-q"})
            .status == 0);
}

TEST_CASE("Files: a closed standard stream is no output") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", csv), mask = folder.path("mask");
  const std::string simplify = "$THRUSTLINE simplify " + in;
  const auto fails = [&](std::string const& command, std::string const& complaint) {
    const ended run = run_shell(command);
    CAPTURE(command);
    CHECK(run.status == 1);
    CHECK(run.err == complaint);
    CHECK(folder.names() == std::set<std::string>{"in.csv"});
  };
  const std::string unwritten = "thrustline: standard output: could not be written in full: Bad file descriptor\n";
  fails(simplify + " - -t 1 --mask " + mask + " >&-", unwritten);
  fails(simplify + " " + mask + ".csv -t 1 --json >&-", unwritten);
  fails(simplify + " - -t 1 --mask " + mask + " <&- >&- 2>&-", "");
  fails("$THRUSTLINE simplify - " + mask + ".csv --format csv -t 1 <&-",
        "thrustline: standard input: cannot be read: Bad file descriptor\n");
  const std::string unsaid = "thrustline: standard output: could not be written in full\n";
  fails("$THRUSTLINE info >&-", unsaid);
  fails("$THRUSTLINE info > /dev/full", unsaid);
  fails("$THRUSTLINE --help > /dev/full", unsaid);
  // With standard error closed, no file gets its notes.
  CHECK(run_shell(simplify + " " + folder.path("out.csv") + " -t 1 --mask " + mask + " <&- 2>&-").status == 0);
  CHECK(folder.read("mask") == "1\n0\n1\n");
  CHECK(folder.read("out.csv") == "x,y\n0,0\n2,0\n");
}
