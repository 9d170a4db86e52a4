// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include "arguments.hpp"

namespace thrustline::bench {

/// Main function of a benchmark program: returns run(arguments). Prints an exception on standard error and returns 1.
template <class Run>
int run_benchmark(int argc, char** argv, std::map<std::string, std::string> defaults, Run const& run) {
  const arguments given(argc, argv, std::move(defaults));
  try {
    return run(given);
  } catch (std::exception const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

} // namespace thrustline::bench
