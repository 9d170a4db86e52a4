// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "simplify/flow/check_closed.hpp"
#include "simplify/flow/engine.hpp"
#include "simplify/flow/finish_rings.hpp"
#include "simplify/flow/rings.hpp"

namespace thrustline::flow {

/// Begins the engine if rings are simplified as open series, from their first point on; returns what it left unchecked.
/// A device engine is not begun here: it may leave all checks to its run, and check_closed() needs checked offsets.
template <class Policy, class Real, int D, class Engine, class Mark>
unchecked begin_rings(Policy const&, call_input<Real, D> const& input, Engine& engine, Mark* marks) {
  if constexpr (!detail::is_cuda<Policy>)
    if (!input.pins && !needs_opening(input))
      return engine.begin(input, marks);
  return unchecked::all;
}

/// Checks the input of a call whose series may be rings and marks them. finish(opened, layout, marks) may change the
/// marks of the opened batch; it returns levels of its own.
template <class Policy, class Real, int D, class Engine, class Mark, class Finish>
engine_report mark_rings(Policy const& policy, call_input<Real, D> const& input, Engine& engine, Mark* marks,
                         Mark mark_of_ends, Finish finish) {
  check_input(policy, input, begin_rings(policy, input, engine, marks));
  check_closed(policy, input);
  engine_report done;
  const auto mark = [&](call_input<Real, D> const& opened, Mark* opened_marks) {
    done.levels = mark_open_series(policy, opened, engine, opened_marks, mark_of_ends).value().levels;
    done.levels = std::max(done.levels, finish(opened, layout_of(input), opened_marks));
  };
  if (needs_opening(input)) {
    opened_rings<Policy, Real, D> rings(policy, input.lines, layout_of(input),
                                        [&](std::int64_t* starts) { find_starts(policy, input, starts); });
    detail::temporary<Mark, Policy> opened_marks(policy, rings.lines().count);
    mark({rings.lines(), input.options, input.tolerances, rings.open_pins(input.pins)}, opened_marks.data());
    rings.close_marks(opened_marks.data(), marks);
  } else {
    mark(input, marks);
  }
  return done;
}

} // namespace thrustline::flow
