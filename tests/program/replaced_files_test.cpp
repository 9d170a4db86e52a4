// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.hpp"
#include "failed_run.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace thrustline::test;

namespace {

const std::string csv = "x,y\n0,0\n1,0.1\n2,0\n", small_csv = "x,y\n0,0\n2,0\n";

struct stat status_of(std::string const& path) {
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status;
}

/// The arguments that simplify in.csv to the file `out`, which exists.
std::vector<std::string> overwriting(scratch_folder const& folder, std::string const& out) {
  return {"simplify", folder.write("in.csv", csv), out, "-t", "1", "--overwrite", "-q"};
}

} // namespace

TEST_CASE("Replaced file: the new one has its mode") {
  for (const mode_t mode : {0600, 0644, 0640, 0666, 0755}) {
    const scratch_folder folder;
    const std::string out = folder.write("out.csv", "old");
    REQUIRE(::chmod(out.c_str(), mode) == 0);
    CHECK(run_program(overwriting(folder, out)).status == 0);
    CHECK(folder.read("out.csv") == small_csv);
    CHECK((status_of(out).st_mode & 07777) == mode);
    CHECK(folder.names() == std::set<std::string>{"in.csv", "out.csv"});
  }
}

TEST_CASE("Replaced file: a new name has the usual mode") {
  const scratch_folder folder;
  const ended run = run_shell("umask 027; $THRUSTLINE simplify -q -t 1 " + folder.write("in.csv", csv) + " " +
                              folder.path("out.csv"));
  CHECK(run.status == 0);
  CHECK((status_of(folder.path("out.csv")).st_mode & 07777) == 0640);
}

TEST_CASE("Replaced file: the new one has its owner and group") {
  if (::geteuid() != 0)
    return skip("only root gives files away");
  const scratch_folder folder;
  const std::string out = folder.write("out.csv", "old");
  REQUIRE(::chown(out.c_str(), 4321, 8765) == 0);
  CHECK(run_program(overwriting(folder, out)).status == 0);
  CHECK(status_of(out).st_uid == 4321);
  CHECK(status_of(out).st_gid == 8765);
}

TEST_CASE("Replaced file: the mode of a secret is there before its data") {
  const scratch_folder folder;
  std::string text = "x,y\n";
  for (int i = 0; i < 50000; ++i)
    text += std::to_string(i) + "," + std::to_string(i * 7919 % 1000) + "\n";
  const std::string mask = folder.write("mask", "old");
  REQUIRE(::chmod(mask.c_str(), 0600) == 0);
  // The mask is written, then the program blocks on its standard output.
  stuck_program program({"simplify", folder.write("in.csv", text), "-", "-t", "0", "--mask", mask, "--overwrite"});
  const std::string partial = partial_file_in(folder);
  REQUIRE(partial != "");
  CHECK((status_of(folder.path(partial)).st_mode & 07777) == 0600);
}

TEST_CASE("Replaced file: one that another run made meanwhile is replaced, with --overwrite") {
  std::string text = "x,y\n";
  for (int i = 0; i < 50000; ++i)
    text += std::to_string(i) + "," + std::to_string(i * 7919 % 1000) + "\n";
  for (const bool overwrite : {true, false}) {
    const scratch_folder folder;
    // The mask is written, then the program blocks on its standard output.
    std::vector<std::string> words{"simplify", folder.write("in.csv", text), "-", "-t", "0",
                                   "--mask",   folder.path("mask"),          "-q"};
    if (overwrite)
      words.push_back("--overwrite");
    stuck_program program(words);
    REQUIRE(partial_file_in(folder) != "");
    const std::string mask = folder.write("mask", "of another run");
    REQUIRE(::chmod(mask.c_str(), 0600) == 0);
    program.drain();
    CHECK(program.wait() == (overwrite ? 0 : 1));
    CHECK((folder.read("mask") == "of another run") != overwrite);
    CHECK((status_of(mask).st_mode & 07777) == 0600);
    CHECK(folder.names() == std::set<std::string>{"in.csv", "mask"});
  }
}

TEST_CASE("Replaced file: a read-only one is refused") {
  const scratch_folder folder;
  const std::string out = folder.write("out.csv", "old");
  REQUIRE(::chmod(out.c_str(), 0444) == 0);
  CHECK(complaint_of(folder, overwriting(folder, out), 1) ==
        "thrustline: " + out + ": cannot be written: it is read-only\n");
  CHECK(folder.read("out.csv") == "old");
}

TEST_CASE("Replaced file: one with several names is refused") {
  const scratch_folder folder;
  const std::string out = folder.write("out.csv", "old");
  REQUIRE(::link(out.c_str(), folder.path("other").c_str()) == 0);
  CHECK(complaint_of(folder, overwriting(folder, out), 1) ==
        "thrustline: " + out +
            ": cannot be written: it has 2 names by hard links, and the others would keep the old content\n");
  CHECK(folder.read("other") == "old");
}

TEST_CASE("Replaced file: a link to no file makes that file") {
  const scratch_folder folder;
  REQUIRE(::symlink("target.csv", folder.path("link.csv").c_str()) == 0);
  CHECK(run_program({"simplify", folder.write("in.csv", csv), folder.path("link.csv"), "-t", "1", "-q"}).status == 0);
  CHECK(folder.read("target.csv") == small_csv);
  CHECK(run_shell("test -L " + folder.path("link.csv")).status == 0);
}

TEST_CASE("Replaced file: a loop of links is named") {
  const scratch_folder folder;
  const std::string loop = folder.path("loop.csv");
  REQUIRE(::symlink("loop.csv", loop.c_str()) == 0);
  const std::string in = folder.write("in.csv", csv), too_many = "Too many levels of symbolic links\n";
  CHECK(complaint_of(folder, {"simplify", in, loop, "-t", "1"}, 1) ==
        "thrustline: " + loop + ": cannot be written: " + too_many);
  CHECK(complaint_of(folder, {"simplify", loop, folder.path("out.csv"), "-t", "1"}, 1) ==
        "thrustline: " + loop + ": cannot be opened: " + too_many);
}

TEST_CASE("Replaced file: a name of 255 bytes can be written") {
  const scratch_folder folder;
  const std::string name = std::string(251, 'a') + ".csv", longer = std::string(252, 'a') + ".csv";
  const std::string in = folder.write("in.csv", csv);
  CHECK(run_program({"simplify", in, folder.path(name), "-t", "1", "-q"}).status == 0);
  CHECK(run_program({"simplify", in, folder.path(name), "-t", "1", "-q", "--overwrite"}).status == 0);
  CHECK(folder.read(name) == small_csv);
  CHECK(complaint_of(folder, {"simplify", in, folder.path(longer), "-t", "1"}, 1) ==
        "thrustline: " + folder.path(longer) + ": cannot be written: File name too long\n");
}
