// SPDX-License-Identifier: MIT
#pragma once

/// Marks a function for host and device where a CUDA compiler reads it.
#if defined(__CUDACC__)
#define THRUSTLINE_HD __host__ __device__
#else
#define THRUSTLINE_HD
#endif
