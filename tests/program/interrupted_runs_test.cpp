// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "child.hpp"
#include "scratch_folder.hpp"

using namespace thrustline::test;

namespace {

/// More than a pipe holds, so that writing it to a pipe without a reader blocks the program midway.
std::string large_csv() {
  std::string text = "x,y\n";
  for (int i = 0; i < 50000; ++i)
    text += std::to_string(i) + "," + std::to_string(i * 7919 % 1000) + "\n";
  return text;
}

} // namespace

TEST_CASE("Interrupted run: no half file is left") {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGXCPU}) {
    const scratch_folder folder;
    stuck_program program(
        {"simplify", folder.write("in.csv", large_csv()), "-", "--tolerance", "0", "--mask", folder.path("mask")});
    REQUIRE(partial_file_in(folder) != "");
    CHECK(folder.names().count("mask") == 0); // under another name until the end
    program.signal(signal);
    CHECK(program.wait() == -signal);
    CHECK(folder.names() == std::set<std::string>{"in.csv"});
  }
}

TEST_CASE("Interrupted run: no half file of many levels is left") {
  const scratch_folder folder;
  std::string levels;
  for (int i = 0; i < 400; ++i)
    levels += (i ? "," : "") + std::to_string(i);
  // The report of these levels is more than a pipe holds, and is written before the files get their names.
  stuck_program program({"simplify", folder.write("in.csv", "x,y\n0,0\n1,1\n2,0\n"), folder.path("out.csv"), "--levels",
                         levels, "--json"});
  for (int tries = 0; tries < 1000 && folder.names().size() < 401; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  REQUIRE(folder.names().size() == 401);
  CHECK(folder.names().count("out-0.csv") == 0);
  program.signal(SIGTERM);
  CHECK(program.wait() == -SIGTERM);
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}

TEST_CASE("Interrupted run: the reader closes the pipe") {
  const scratch_folder folder;
  stuck_program program(
      {"simplify", folder.write("in.csv", large_csv()), "-", "--tolerance", "0", "--mask", folder.path("mask")});
  REQUIRE(partial_file_in(folder) != "");
  program.close_pipe();
  CHECK(program.wait() == -SIGPIPE);
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}

TEST_CASE("Killed run: the next one removes what it left") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", large_csv());
  stuck_program killed({"simplify", in, "-", "--tolerance", "0", "--mask", folder.path("mask")});
  const std::string left = partial_file_in(folder);
  REQUIRE(left != "");
  killed.signal(SIGKILL);
  CHECK(killed.wait() == -SIGKILL);
  CHECK(folder.names() == std::set<std::string>{"in.csv", left});
  CHECK(run_program({"simplify", in, folder.path("out.csv"), "-t", "1", "-q"}).status == 0);
  CHECK(folder.names() == std::set<std::string>{"in.csv", "out.csv"});
}

TEST_CASE("Killed run: only what surely is left is removed") {
  const scratch_folder folder;
  const std::string in = folder.write("in.csv", large_csv());
  stuck_program alive({"simplify", in, "-", "--tolerance", "0", "--mask", folder.path("mask")});
  const std::string partial = partial_file_in(folder);
  REQUIRE(partial != "");
  std::set<std::string> others{".thrustline-partial-", ".thrustline-partial-123", ".thrustline-partial-notahexa",
                               ".thrustline-partial-0123456789", "a.thrustline-partial-01234567"};
  for (std::string const& name : others)
    folder.write(name, "mine");
  REQUIRE(::symlink("in.csv", folder.path(".thrustline-partial-0badc0de").c_str()) == 0);
  REQUIRE(::mkdir(folder.path(".thrustline-partial-0badf00d").c_str(), 0700) == 0);
  others.insert({partial, ".thrustline-partial-0badc0de", ".thrustline-partial-0badf00d", "in.csv", "out.csv"});
  CHECK(run_program({"simplify", in, folder.path("out.csv"), "-t", "1", "-q"}).status == 0);
  CHECK(folder.names() == others);
}
