// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "simplify/flow/series_ends.hpp"
#include "simplify/gpu/bounded/bounded_engine.cuh"
#include "simplify/gpu/fused/fused_batch.cuh"
#include <thrustline/algorithms/rdp.hpp>

namespace thrustline::gpu {

/// The engine of a batch on the device, as flow::mask_open_series() calls it. Batches of short series are fused. Longer
/// ones are bounded, all series of a batch together; unless `wanted` is composed: then the loop over primitives runs,
/// for the long series of the batch.
template <class Policy, class Real, int D>
struct batch_engine {
  Policy const& policy;
  boxes_of_call<Policy, Real, D>& boxes;
  engine wanted;
  engine& used;

  template <class Points, class Index, class Tolerance, class Metric>
  flow::engine_report operator()(Points points, Index count, const chord_ends<Index>* ends, Index series,
                                 Tolerance tolerance, Metric const& metric, std::uint8_t* mask) const {
    const std::int64_t longest =
        boxes.longest() > 0 ? boxes.longest() : flow::longest_series(policy, ends, series, count, metric.skip);
    check_engine(wanted, longest);
    const bool composed = wanted == engine::composed, fits = longest <= fused_points;
    used = composed ? engine::composed : fits && wanted != engine::bounded ? engine::fused : engine::bounded;
    if (!composed && !fits)
      return bounded_engine<keep_outcome_of<point<Real, D>>>(policy, boxes, points, count, ends, series, tolerance,
                                                             metric, mask);
    const std::int64_t levels =
        fused_batch(policy, points, ends, series, longest, tolerance, metric, mask, boxes.mail());
    if (fits)
      return levels;
    return std::max(levels,
                    detail::rdp_loop(policy, points, count, long_series<Index>{ends}, series, tolerance, mask, metric));
  }
};

} // namespace thrustline::gpu
