// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace thrustline::test {

/// Prints what is not tested, and why. A program in which no case tests anything ends with the code that CTest shows as
/// "Skipped".
void skip(std::string const& what_and_why);

} // namespace thrustline::test
