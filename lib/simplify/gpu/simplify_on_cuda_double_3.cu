// SPDX-License-Identifier: MIT
#include "simplify/gpu/simplify_on_cuda.cuh"

template struct thrustline::detail::simplify_on_cuda<double, 3>;
