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
closure_report keep_topology(Engine& engine, call_input<Real, D> const& input, std::uint8_t* mask) {
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
        report.topology = keep_topology(engine, opened, marks).counts;
        // The closure keeps three segments of a ring itself.
        const bool finishes = finishes_rings(input.options) && input.options.topology() == topology::none;
        return finishes ? finish_opened(policy, opened, layout, engine, marks).levels : 0;
      };
      if (has_rings(input))
        return mark_rings(policy, input, engine, mask, kept, finish);
    }
    engine_report marked = check_and_mark(policy, input, engine, mask, kept);
    const closure_report grown = keep_topology(engine, input, mask);
    report.topology = grown.counts;
    if (grown.counts.forced > 0)
      marked.kept = grown.kept;
    return marked;
  };
  const engine_report done = mark();
  report.levels = done.levels;
  write_outputs(policy, input, mask, done.kept, wanted, report);
  return report;
}

} // namespace thrustline::flow
