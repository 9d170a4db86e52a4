// SPDX-License-Identifier: MIT
#include "cuda/simplify_on_cuda.cuh"

template struct thrustline::detail::simplify_on_cuda<float, 2>;
