// SPDX-License-Identifier: MIT
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "skip.hpp"

namespace {
int skipped = 0;
constexpr int exit_skipped = 77; // SKIP_RETURN_CODE of thrustline_test()
} // namespace

void thrustline::test::skip(std::string const& what_and_why) {
  ++skipped;
  std::printf("SKIPPED: %s\n", what_and_why.c_str());
}

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  int const failed = context.run();
  return failed == 0 && skipped > 0 ? exit_skipped : failed;
}
