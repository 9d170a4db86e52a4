// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>

namespace thrustline_program {

/// `thrustline info`: version, build, devices, what was compiled in.
void print_info(std::ostream& out);

} // namespace thrustline_program
