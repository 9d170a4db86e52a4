// SPDX-License-Identifier: MIT
#include "simplify/gpu/significance_on_cuda.cuh"

template struct thrustline::detail::significance_on_cuda<double, 3>;
