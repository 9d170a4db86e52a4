// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "core/gpu/device_attribute.hpp"
#include "core/gpu/mailbox.hpp"
#include "simplify/flow/prepared.hpp"
#include "simplify/gpu/fused/fused_series.cuh"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/set_zeros.hpp>

/// Engine `fused` on a ragged batch: one kernel, a warp a series.
namespace thrustline::gpu {

using detail::chord_ends;

/// Shared memory of one warp: the points, their padding, and the levels of the short segments.
template <class P>
struct fused_memory {
  int longest;
  std::size_t points, bytes;

  /// For series of up to `longest` points.
  explicit fused_memory(int longest)
      : longest(longest), points((longest + fused_padding) * sizeof(P)),
        bytes((points + longest * sizeof(std::uint16_t) + 15) / 16 * 16) {}

  /// The warp's notes, behind its points.
  __device__ warp_notes<true> notes(unsigned char* memory) const {
    static_assert(fused_padding * sizeof(P) >= scratch_words * sizeof(unsigned), "the scratch fits the padding");
    return {reinterpret_cast<unsigned*>(reinterpret_cast<P*>(memory) + longest),
            reinterpret_cast<std::uint16_t*>(memory + points)};
  }
};

/// The series of a batch, and the mask of their points.
template <class Index, class Real, int D, class Metric, class Tolerance>
struct fused_problem {
  const point<Real, D>* points;
  const chord_ends<Index>* ends;
  Index series;
  flow::skipping<Metric, Real, D> metric;
  Tolerance tolerance; ///< by the index of a series' first point
  std::uint8_t* mask;
};

/// Sets the mask at the cuts of series of up to size.longest points, at most 1024; skips longer ones.
template <class Index, class Real, int D, class Metric, class Tolerance>
__global__ void __launch_bounds__(128) split_batch(fused_problem<Index, Real, D, Metric, Tolerance> problem,
                                                   fused_memory<point<Real, D>> size, unsigned long long* levels) {
  extern __shared__ __align__(32) unsigned char memory[];
  const int lane = threadIdx.x % 32, warp = warp_of_block();
  unsigned char* const mine = memory + warp * size.bytes;
  auto* const copy = reinterpret_cast<point<Real, D>*>(mine);
  warp_notes<true> notes = size.notes(mine);

  const std::int64_t warps = static_cast<std::int64_t>(gridDim.x) * (blockDim.x / 32);
  for (std::int64_t s = static_cast<std::int64_t>(blockIdx.x) * (blockDim.x / 32) + warp; s < problem.series;
       s += warps) {
    const chord_ends<Index> end = problem.ends[s];
    if (end.last - end.first < 2 || end.last - end.first >= size.longest)
      continue;
    const int last = static_cast<int>(end.last - end.first);
    for (int i = lane; i <= last; i += 32) {
      const point<Real, D> p = problem.points[end.first + i];
      copy[i] = problem.metric.skip && !problem.metric.valid(p) ? flow::absent_point<Real, D>() : p;
    }
    __syncwarp();
    const shared_series series(copy, problem.metric.metric, detail::same_tolerance<Real>{problem.tolerance(end.first)});
    const warp_bits kept = split_series(series, 0, last, lane, notes);
    for (int k = 0; 32 * k <= last; ++k)
      if (__shfl_sync(full_warp, kept.mine, k) >> lane & 1)
        problem.mask[end.first + 32 * k + lane] = 1;
    __syncwarp();
  }
  const int deepest = warp_max(notes.deepest);
  if (lane == 0 && deepest > 0)
    atomicMax(levels, static_cast<unsigned long long>(deepest));
}

/// The series that are too long for engine `fused`; the others appear without inner points.
template <class Index>
struct long_series {
  const chord_ends<Index>* ends;
  THRUSTLINE_HD chord_ends<Index> operator()(std::int64_t s) const {
    const chord_ends<Index> all = ends[s];
    return all.last - all.first < fused_points ? chord_ends<Index>{all.first, all.first} : all;
  }
};

/// Splits the series of up to 1024 points; `longest`: the points of the longest of all. Returns the levels, by `mail`.
template <class Policy, class Problem>
std::int64_t fused_batch(Policy const& policy, Problem const& problem, std::int64_t longest, mailbox const& mail) {
  if (problem.series == 0 || longest < 3)
    return 0;
  using index = typename Problem::index;
  using real = typename Problem::real;
  const int reach = static_cast<int>(std::min<std::int64_t>(longest, fused_points));
  const fused_memory<point<real, Problem::dimensions>> size(reach);
  const auto kernel =
      split_batch<index, real, Problem::dimensions, typename Problem::metric_type, flow::tolerance_of_point<real>>;

  const int available = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const int warps = std::clamp(available / static_cast<int>(size.bytes), 1, 4);
  const int bytes = warps * static_cast<int>(size.bytes);
  allow_shared(kernel, bytes);
  const std::int64_t needed = (static_cast<std::int64_t>(problem.series) + warps - 1) / warps;
  // A few times what is resident, so that blocks with short series make room for others.
  const std::int64_t most = 16 * blocks_that_fit(kernel, 32 * warps, bytes);

  const cudaStream_t stream = detail::stream_of(policy);
  detail::temporary<unsigned long long, Policy> levels(policy, 1);
  detail::set_zeros(policy, levels.data(), 1);
  kernel<<<static_cast<unsigned>(std::min(needed, most)), 32 * warps, bytes, stream>>>(
      {problem.points, problem.ends(), problem.series, problem.metric, problem.tolerance, problem.marks}, size,
      levels.data());
  detail::check_cuda(cudaGetLastError(), "split_batch");
  return static_cast<std::int64_t>(mail.read(levels.data()));
}

} // namespace thrustline::gpu
