// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "topology/cpu/plane.hpp"
#include "topology/cpu/truth_bits.hpp"

/// Runs of points, two of which are looked at together.
namespace thrustline::cpu {

/// Abscissa and ordinate of a point, then of another. A vector of GCC's and Clang's kind.
typedef double two_points __attribute__((vector_size(32)));

inline two_points twice(plane_point const& p) { return two_points{p[0], p[1], p[0], p[1]}; }

/// Calls f(k, pair) for points k and k + 1 of a run, k even; in the end perhaps odd, for a point that was given before
/// and the last. count: two at least.
template <class F>
void for_each_two(const plane_point* points, std::int64_t count, F const& f) {
  typedef double loose __attribute__((vector_size(32), aligned(alignof(double)), may_alias));
  const auto load = [points](std::int64_t k) -> two_points { return *reinterpret_cast<const loose*>(points + k); };
  std::int64_t k = 0;
  for (; k + 2 <= count; k += 2)
    f(k, load(k));
  if (k < count)
    f(k - 1, load(k - 1));
}

/// Calls f(k) for the edges from points[k] to points[k + 1], k < edges, that the ray from p in the direction of +x may
/// meet: those that are not above p, not below it and not left of it. edges: one at least.
template <class F>
void for_each_ray_edge(const plane_point* points, std::int64_t edges, plane_point const& p, F const& f) {
  constexpr std::int64_t together = 31; // their 32 points have 64 coordinates, a bit each
  constexpr std::uint64_t ordinates = 0xaaaaaaaaaaaaaaaau;
  const two_points both = twice(p);
  for (std::int64_t begin = 0; begin < edges; begin += together) {
    const std::int64_t count = std::min(edges - begin, together);
    std::uint64_t less = 0, greater = 0; // bit 2 k: abscissa of point k, bit 2 k + 1: its ordinate
    for_each_two(points + begin, count + 1, [&](std::int64_t k, two_points const& pair) {
      less |= std::uint64_t(bits_of(pair < both)) << 2 * k;
      greater |= std::uint64_t(bits_of(pair > both)) << 2 * k;
    });
    const std::uint64_t edge_less = less & less >> 2, edge_greater = greater & greater >> 2;
    const std::uint64_t misses = edge_less | edge_less << 1 | edge_greater; // of ordinates
    const std::uint64_t all = ordinates & ((std::uint64_t(1) << 2 * count) - 1);
    for (std::uint64_t left = all & ~misses; left != 0; left &= left - 1)
      f(begin + __builtin_ctzll(left) / 2);
  }
}

} // namespace thrustline::cpu
