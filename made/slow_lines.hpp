// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "line_recipes.hpp"

namespace thrustline::made {

struct slow_line {
  const char* name;
  line_recipe recipe;
};

/// The slowest lines that searches by bench_worst_lines found for engine `bounded` on CPU cores, at one time or
/// another, and two positions in turn. Nearly each point is a cut, or each search opens nearly all boxes.
std::vector<slow_line> const& slow_lines();

} // namespace thrustline::made
