// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::cpu {

// Builds with AddressSanitizer have no such vectors: with its checks in all inlined code a file would compile for
// minutes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)

template <class Work>
__attribute__((target("avx2"), flatten)) auto with_avx2(Work const& work) {
  return work();
}

/// Calls work(), which is compiled twice with all its calls inlined: for any x86-64, whose vectors hold two doubles,
/// and for processors with AVX2, whose vectors hold four. AVX2 has no fused operations, so the results are
/// bit-identical.
template <class Work>
auto in_wide_vectors(Work const& work) {
  return __builtin_cpu_supports("avx2") ? with_avx2(work) : work();
}

#else

template <class Work>
auto in_wide_vectors(Work const& work) {
  return work();
}

#endif

} // namespace thrustline::cpu
