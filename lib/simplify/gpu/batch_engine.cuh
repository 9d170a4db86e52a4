// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "simplify/flow/named_metric.hpp"
#include "simplify/gpu/bounded_engine.cuh"
#include "simplify/gpu/close_topology.hpp"
#include "simplify/gpu/fused/fused_batch.cuh"
#include <thrustline/algorithms/rdp.hpp>

namespace thrustline::gpu {

/// The engine of a batch, as flow::simplify_on() takes it. Runs the kernel of `fused` if all series have at most 1024
/// points, else `bounded` for the whole batch. If `composed` or `fused` is requested, the kernel takes series of at
/// most 1024 points and the loop over primitives the others; with `fused` these are rings of 1024 points and their
/// closing point.
template <class Real, int D>
class batch_engine {
public:
  batch_engine(device_policy const& policy, mailbox const& mail, simplify_options const& options)
      : batch_engine(policy, mail, options.engine(), options.closed() ? 1 : 0) {}

  /// An engine of the same kind for other points.
  batch_engine again() const { return {call_.policy(), call_.mail(), wanted_, closing_points_}; }

  flow::unchecked begin(flow::call_input<Real, D> const& input, std::uint8_t* mask) {
    if constexpr (D == 2)
      // The offsets of a single series may be unchecked until the call ends.
      if (input.options.topology() != topology::none && input.lines.series > 1)
        return begin_with_topology(input, mask);
    return call_.begin(input, mask, nullptr);
  }

  template <class Problem>
  std::optional<flow::engine_report> run(Problem& problem) {
    call_.mark_ends(problem);
    const std::int64_t longest = call_.longest() ? *call_.longest() : problem.longest();
    detail::check_fits_fused(wanted_, longest - closing_points_);
    const bool by_name = wanted_ == engine::composed || wanted_ == engine::fused, fits = longest <= fused_points;
    used_ = by_name ? wanted_ : fits && wanted_ != engine::bounded ? engine::fused : engine::bounded;
    if (!by_name && !fits) {
      auto closure = std::move(closure_); // if an error ends the call, it waits before the mask goes back
      if (closure)
        call_.set_follower(*closure);
      const auto done =
          bounded_engine<keep_outcome_of<point<Real, D>>, bounded_call<Real, D>, Problem>(call_, problem).run();
      if (closure && done) {
        closure_ = std::move(closure);
        kept_ = done->kept;
      }
      return done;
    }
    const std::int64_t levels = fused_batch(call_.policy(), problem, longest, call_.mail());
    return flow::engine_report{fits ? levels : std::max(levels, split_long_series(problem))};
  }

  flow::closure_report close_topology(flow::call_input<Real, D> const& input, std::uint8_t* mask) {
    const auto closure = std::move(closure_); // its memory goes back before lists are written
    return closure ? closure->complete(kept_)
                   : closure_on_cuda<Real>(call_.policy(), input, mask).complete(std::nullopt);
  }

  /// The engine to report: a requested one by its name, even where the kernel of `fused` splits all series.
  engine used() const { return used_; }

private:
  flow::unchecked begin_with_topology(flow::call_input<Real, 2> const& input, std::uint8_t* mask) {
    auto edges = std::make_unique<edge_box_levels>(call_.policy(), input.lines.count);
    static_assert(flow::edge_boxes::fan_out == edges_of_box);
    const flow::unchecked left = call_.begin(input, mask, edges->first_level());
    if (!call_.has_boxes())
      edges.reset();
    closure_ = std::make_unique<closure_on_cuda<Real>>(call_.policy(), input, mask, std::move(edges));
    return left;
  }

  batch_engine(device_policy const& policy, mailbox const& mail, engine wanted, std::int64_t closing_points)
      : call_(policy, mail), wanted_(wanted), closing_points_(closing_points) {}

  template <class Problem>
  std::int64_t split_long_series(Problem const& problem) const {
    using Metric = flow::skipping<flow::named_metric, Real, D>; // the loop waits for memory, not for ranks
    const Metric metric{flow::named_metric(problem.metric_name), problem.metric.skip, problem.metric.valid};
    const long_series<typename Problem::index> series{problem.ends()};
    return detail::rdp_loop(call_.policy(), detail::rdp_task{problem.points, problem.count, series, problem.series,
                                                             problem.tolerance, problem.marks, metric});
  }

  bounded_call<Real, D> call_;
  engine wanted_, used_ = engine::automatic;
  std::int64_t closing_points_;               ///< repeated points that close a ring, 0 or 1 in each series
  std::unique_ptr<topology_closure> closure_; ///< what follows the engine, if topology is kept
  std::optional<std::int64_t> kept_;          ///< points of the mask with small rings, if closure_ has followed
};

} // namespace thrustline::gpu
