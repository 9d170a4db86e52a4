// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Functions compiled for a processor with fused multiply-add, by a compiler that may use it: see contracting.cpp.
namespace contracting {

/// metric: 0 vertical, 1 line, 2 segment; else as evaluate_chords().
void evaluate(int metric, int dimensions, std::int64_t count, const float* points, const std::int64_t* steps,
              float* out);
void evaluate(int metric, int dimensions, std::int64_t count, const double* points, const std::int64_t* steps,
              double* out);

/// great_ellipse_distance; else as evaluate_chords().
void great_ellipse(std::int64_t count, const double* points, const std::int64_t* steps, double* out);

/// Three numbers in space for each longitude and latitude.
void to_ecef(std::int64_t count, const double* degrees, double* space);

/// out[i] = a[i] * d[i] - b[i] * c[i], for the compiler to contract.
void plain_minors(std::int64_t count, const double* a, const double* b, const double* c, const double* d, double* out);

} // namespace contracting
