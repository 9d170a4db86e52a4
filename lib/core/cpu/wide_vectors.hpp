// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::cpu {

/// Tests set it to run what processors without AVX2 run. It may change between calls only.
inline bool without_wide_vectors = false;

// Builds with AddressSanitizer have no such vectors: with its checks in all inlined code a file would compile for
// minutes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)

template <class Work>
__attribute__((target("avx2"), flatten)) auto with_avx2(Work const& work) {
  return work();
}

/// Calls work(), compiled for AVX2 with all its calls inlined, or without(), which has the same results with less code:
/// processors without AVX2 are rare, and code for them should not take as long to compile.
template <class Work, class Short>
auto in_wide_vectors(Work const& work, Short const& without) {
  return __builtin_cpu_supports("avx2") && !without_wide_vectors ? with_avx2(work) : without();
}

/// Calls work(), which is compiled twice with all its calls inlined: for any x86-64, whose vectors hold two doubles,
/// and for processors with AVX2, whose vectors hold four. AVX2 has no fused operations, so the results are
/// bit-identical.
template <class Work>
auto in_wide_vectors(Work const& work) {
  return in_wide_vectors(work, work);
}

#else

template <class Work>
auto in_wide_vectors(Work const& work) {
  return work();
}

template <class Work, class Short>
auto in_wide_vectors(Work const& work, Short const& without) {
  return without_wide_vectors ? without() : work();
}

#endif

} // namespace thrustline::cpu
