// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <thread>

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

/// Waits until the program has begun its mask file; false if it does not.
bool mask_is_begun(scratch_folder const& folder) {
  for (int tries = 0; tries < 1000; ++tries) {
    if (folder.names().size() > 1)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

} // namespace

TEST_CASE("Interrupted run: no half file is left") {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const scratch_folder folder;
    stuck_program program(
        {"simplify", folder.write("in.csv", large_csv()), "-", "--tolerance", "0", "--mask", folder.path("mask")});
    REQUIRE(mask_is_begun(folder));
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
  REQUIRE(mask_is_begun(folder));
  program.close_pipe();
  CHECK(program.wait() == -SIGPIPE);
  CHECK(folder.names() == std::set<std::string>{"in.csv"});
}
