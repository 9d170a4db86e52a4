// SPDX-License-Identifier: MIT
#include "simplify/gpu/keep_greatest.cuh"

template struct thrustline::gpu::keep_greatest_on_cuda<double>;
