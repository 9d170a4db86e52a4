// SPDX-License-Identifier: MIT
#include <system_error>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#include "busy_calls.hpp"
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("a process that may start no more threads works on one") {
  if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) // the limit does not count for root
    return skip("a limit on threads: cannot give up the rights of root");
  const rlimit none{0, 0};
  REQUIRE(setrlimit(RLIMIT_NPROC, &none) == 0);
  try {
    std::thread([] {}).join();
    return skip("a limit on threads: this system ignores RLIMIT_NPROC");
  } catch (std::system_error const&) {
  }
  const busy_calls calls;
  CHECK(calls.difference_on(executor::cpu(2)) == "");
  CHECK(calls.difference_on(executor::cpu(8)) == "");
}
