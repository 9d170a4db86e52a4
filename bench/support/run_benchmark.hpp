// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <iostream>
#include <map>
#include <string>
#include <utility>

#include "arguments.hpp"

namespace thrustline::bench {

/// The main of a benchmark program: run(its arguments), whose result it returns. What run throws is told on stderr, and
/// the program ends with 1.
template <class Run>
int run_benchmark(int argc, char** argv, std::map<std::string, std::string> defaults, Run const& run) {
  arguments const given(argc, argv, std::move(defaults));
  try {
    return run(given);
  } catch (std::exception const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

} // namespace thrustline::bench
