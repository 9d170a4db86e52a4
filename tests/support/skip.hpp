// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline::test {

/// Says that something was not tested, and why. The program then ends with the code that CTest shows as "Skipped".
void skip(std::string const& what_and_why);

} // namespace thrustline::test
