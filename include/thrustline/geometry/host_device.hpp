// SPDX-License-Identifier: MIT
#pragma once

/// Marks a function for host and device where a CUDA compiler reads it.
#if defined(__CUDACC__)
#define THRUSTLINE_HD __host__ __device__
#else
#define THRUSTLINE_HD
#endif

/// Marks a function for rare cases: not inlined, so that its callers do not pay for its registers.
#if defined(__GNUC__)
#define THRUSTLINE_RARE __attribute__((noinline))
#else
#define THRUSTLINE_RARE
#endif
