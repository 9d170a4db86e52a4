// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "child.hpp"
#include "scratch_folder.hpp"

namespace thrustline::test {

/// Runs the program and expects this status, nothing on standard output, and no new file in the folder.
/// Returns its standard error.
inline std::string complaint_of(scratch_folder const& folder, std::vector<std::string> const& arguments, int status) {
  const auto before = folder.names();
  const ended run = run_program(arguments);
  CHECK(run.status == status);
  CHECK(run.out == "");
  CHECK(folder.names() == before);
  return run.err;
}

} // namespace thrustline::test
