// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline_program {

/// `thrustline info`: prints version, build, devices, engines, metrics and formats. Returns the exit status.
int info_command();

} // namespace thrustline_program
