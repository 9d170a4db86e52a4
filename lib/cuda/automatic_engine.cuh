// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "cuda/finish_segments.cuh"
#include <thrustline/algorithms/rdp.hpp>

/// The device's default: the loop over primitives, then depth first for what is left of deep split trees.
namespace thrustline::cuda {

/// Natural data is split in some 50 levels; a loop that is still running after so many is peeling noise, a few points a
/// level, and its levels cost more than their points ...
inline constexpr std::int64_t many_levels = 48;
/// ... once so few are open.
inline constexpr std::int64_t few_points = 1 << 17;
/// A warp finishes segments up to this many points inside, a block longer ones.
inline constexpr std::int64_t warp_points = 2048;

/// Finishes all open segments of a deep tree: the take_over of rdp_loop.
template <class Index, class Policy, class Points, class Metric, class Tolerance>
struct finish_when_deep {
  Policy const& policy;
  Points points;
  Metric metric;
  Tolerance tolerance;
  std::uint8_t* mask;
  std::int64_t& levels;

  template <class Open>
  bool operator()(Open const& open, std::int64_t levels_done) const {
    if (levels_done < many_levels || open.points > few_points)
      return false;
    detail::temporary<finish_state, Policy> states(policy, 2);
    detail::check_cuda(cudaMemsetAsync(states.data(), 0, 2 * sizeof(finish_state), detail::stream_of(policy)),
                       "cudaMemsetAsync");
    launch<32, 128>(open, Index(1), static_cast<Index>(warp_points), states.data());
    launch<512, 512>(open, static_cast<Index>(warp_points + 1), std::numeric_limits<Index>::max(), states.data() + 1);
    for (int k = 0; k < 2; ++k) {
      const auto below = static_cast<std::int64_t>(detail::read_back(policy, states.data() + k).levels);
      levels = levels < below ? below : levels;
    }
    return true;
  }

private:
  template <int Group, int Block, class Open>
  void launch(Open const& open, Index shortest, Index longest, finish_state* state) const {
    int device, multiprocessors;
    detail::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    detail::check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
                       "cudaDeviceGetAttribute");
    const std::int64_t groups = Block / Group;
    const std::int64_t needed = (static_cast<std::int64_t>(open.segments) + groups - 1) / groups;
    const std::int64_t resident = std::int64_t(multiprocessors) * (2048 / Block);
    const auto blocks = static_cast<unsigned>(needed < resident ? needed : resident);
    finish_segments<Group, Block><<<blocks, Block, 0, detail::stream_of(policy)>>>(
        open.view(), open.segments, shortest, longest, points, metric, tolerance, mask, state);
    detail::check_cuda(cudaGetLastError(), "finish_segments");
  }
};

template <class Index, class Policy, class Points, class Series, class Tolerance, class Metric>
std::int64_t automatic_engine(Policy const& policy, Points points, Index count, Series series, Index series_count,
                              Tolerance tolerance, std::uint8_t* mask, Metric metric) {
  std::int64_t finished_levels = 0;
  const finish_when_deep<Index, Policy, Points, Metric, Tolerance> finish{policy,    points, metric,
                                                                          tolerance, mask,   finished_levels};
  const std::int64_t levels =
      detail::rdp_loop(policy, points, count, series, series_count, tolerance, mask, metric, finish);
  return levels + finished_levels;
}

} // namespace thrustline::cuda
