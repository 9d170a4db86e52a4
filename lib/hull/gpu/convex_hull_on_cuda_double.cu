// SPDX-License-Identifier: MIT
#include "hull/gpu/convex_hull_on_cuda.cuh"

template struct thrustline::detail::convex_hull_on_cuda<double>;
