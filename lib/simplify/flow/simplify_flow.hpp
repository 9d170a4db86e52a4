// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "simplify/flow/engine.hpp"
#include "simplify/flow/mark_rings.hpp"
#include "simplify/flow/write_outputs.hpp"

/// Pipeline of a call, the same on every policy: check, open the rings, mark, finish and close the rings, write.
namespace thrustline::flow {

/// Lets the engine grow the mask of open series where their topology is to be kept.
template <class Real, int D, class Engine>
topology_counts keep_topology(Engine& engine, call_input<Real, D> const& input, std::uint8_t* mask) {
  if constexpr (D == 2)
    if (input.options.topology() != topology::none)
      return engine.close_topology(input, mask);
  return {};
}

/// Runs a call on arrays in the policy's memory.
template <class Policy, class Real, int D, class Engine>
simplify_report simplify_on(Policy const& policy, call_input<Real, D> const& input, Engine& engine,
                            detail::wanted_results<Real> const& wanted) {
  const batch<Real, D>& lines = input.lines;
  detail::temporary<std::uint8_t, Policy> own_mask(policy, wanted.keep_mask ? 0 : lines.count);
  std::uint8_t* const mask = wanted.keep_mask ? wanted.keep_mask : own_mask.data();
  constexpr std::uint8_t kept = 1;

  simplify_report report;
  report.points = lines.count;
  const auto mark = [&] {
    if constexpr (D > 1) { // a series of values is no ring
      const auto finish = [&](call_input<Real, D> const& opened, ring_layout const& layout, std::uint8_t* marks) {
        report.topology = keep_topology(engine, opened, marks);
        // The closure keeps three segments of a ring itself.
        const bool finishes = finishes_rings(input.options) && input.options.topology() == topology::none;
        return finishes ? finish_opened(policy, opened, layout, engine, marks).levels : 0;
      };
      if (has_rings(input))
        return mark_rings(policy, input, engine, mask, kept, finish);
    }
    const engine_report marked = check_and_mark(policy, input, engine, mask, kept);
    report.topology = keep_topology(engine, input, mask);
    return marked;
  };
  const engine_report done = mark();
  report.levels = done.levels;
  const bool has_grown = report.topology.forced > 0;
  write_outputs(policy, input, mask, has_grown ? std::nullopt : done.kept, wanted, report);
  return report;
}

} // namespace thrustline::flow
