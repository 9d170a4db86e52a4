// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::gpu {

/// Device-to-host rejection flag of a call, tagged with the call's number so that it never needs clearing: what an
/// abandoned call still writes means nothing to the next one.
struct rejection {
  unsigned long long* word = nullptr; ///< null: no kernel of the call checks the input
  unsigned long long call = 0;

  THRUSTLINE_HD explicit operator bool() const { return word != nullptr; }
  THRUSTLINE_HD void signal() const { *word = call; }
};

} // namespace thrustline::gpu
