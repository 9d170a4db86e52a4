// SPDX-License-Identifier: MIT
#pragma once

/// Marks a function that is compiled once for a kernel, not into each of its callers: a kernel with more code than a
/// GPU's instruction caches hold waits for instructions. Its parameters are values, which travel
/// in registers.
#if defined(__CUDACC__)
#define THRUSTLINE_OUTLINED __noinline__
#else
#define THRUSTLINE_OUTLINED
#endif
