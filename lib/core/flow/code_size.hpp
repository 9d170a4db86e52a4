// SPDX-License-Identifier: MIT
#pragma once

/// A kernel with more code than a GPU's instruction caches hold waits for instructions. These marks make code smaller.

/// Marks a function that is compiled once for a kernel, not into each of its callers. Its parameters are values, which
/// travel in registers.
#if defined(__CUDACC__)
#define THRUSTLINE_OUTLINED __noinline__
#else
#define THRUSTLINE_OUTLINED
#endif

/// Unrolls the loop that follows n times in code for a device; 1: not at all.
#if defined(__CUDA_ARCH__)
#define THRUSTLINE_PRAGMA(text) _Pragma(#text)
#define THRUSTLINE_UNROLL(n) THRUSTLINE_PRAGMA(unroll n)
#else
#define THRUSTLINE_UNROLL(n)
#endif
