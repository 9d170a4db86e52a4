// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "cuda/automatic_engine.cuh"
#include "cuda/fused_batch.cuh"
#include "flow/series_ends.hpp"

namespace thrustline::cuda {

/// The engine of a batch on the device, as flow::mask_open_series() calls it: short series are fused, for long ones the
/// loop over primitives runs, and unless `wanted` is composed, deep trees are finished depth first.
template <class Policy>
struct batch_engine {
  Policy const& policy;
  engine wanted;
  engine& used;

  template <class Points, class Index, class Tolerance, class Metric>
  std::int64_t operator()(Points points, Index count, const chord_ends<Index>* ends, Index series, Tolerance tolerance,
                          Metric const& metric, std::uint8_t* mask) const {
    const std::int64_t longest = flow::longest_series(policy, ends, series);
    check_engine(wanted, longest);
    const bool composed = wanted == engine::composed;
    const std::int64_t levels = fused_batch(policy, points, ends, series, longest, tolerance, metric, mask);
    used = composed || longest > fused_points ? engine::composed : engine::fused;
    if (longest <= fused_points)
      return levels;
    const long_series<Index> rest{ends};
    return std::max(levels, composed ? detail::rdp_loop(policy, points, count, rest, series, tolerance, mask, metric)
                                     : automatic_engine(policy, points, count, rest, series, tolerance, mask, metric));
  }
};

} // namespace thrustline::cuda
