// SPDX-License-Identifier: MIT
#include "hull/gpu/convex_hull_on_cuda.cuh"

namespace thrustline::detail {

template convex_hull_backend<float> const& convex_hull_backend<float>::on_cuda();

} // namespace thrustline::detail
