// SPDX-License-Identifier: MIT
#include "simplify/gpu/shared_steps.cuh"

namespace thrustline {

THRUSTLINE_SHARED_STEPS(template)

} // namespace thrustline
