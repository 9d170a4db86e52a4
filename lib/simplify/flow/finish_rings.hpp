// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "core/flow/tabulated.hpp"
#include "simplify/flow/check_closed.hpp"
#include "simplify/flow/engine.hpp"
#include "simplify/flow/kept_ends.hpp"
#include "simplify/flow/short_rings.hpp"
#include "simplify/flow/small_rings.hpp"
#include "simplify/flow/write_outputs.hpp"

/// Steps on rings once their kept points are known.
namespace thrustline::flow {

/// Finishes one ring. Drops its start if that is asked for and the start is superfluous. If fewer than three points
/// stay, drops them all or notes that the ring is incomplete, as ring_minimum says. Keeps the closing point if any
/// point stays. find(s, first, closing) returns the ring's kept_ends.
template <class Real, int D, class FindKeptEnds>
struct finish_ring {
  const point<Real, D>* points;
  const std::uint8_t* pins; ///< or null
  tolerance_of_point<Real> tolerance;
  named_metric metric;
  bool drop_start;
  ring_minimum minimum;
  ring_layout layout;
  FindKeptEnds find;
  std::uint8_t* mask;
  std::uint8_t* ring_states;

  /// All indices are those of the opened batch.
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    ring_states[s] = 0;
    const std::int64_t first = layout.opened(s), places = layout.places(s), closing = first + places;
    if (!layout.is_ring(s) || places == 0)
      return;
    const kept_ends kept = find(s, first, closing);
    int begin = 0, end = kept.count;
    if (drop_start && is_superfluous(s, kept))
      mask[kept.first[begin++]] = 0;
    const std::int64_t few = places < 3 ? places : 3;
    if (minimum == ring_minimum::drop && end - begin < 3 && !has_pin(kept, begin)) {
      for (int k = begin; k < end; ++k)
        mask[kept.first[k]] = 0;
      ring_states[s] = begin < end ? ring_is_dropped : 0;
      begin = end;
    } else if (minimum != ring_minimum::none && begin < end && end - begin < few) {
      ring_states[s] = ring_is_incomplete;
    }
    if (layout.has_closing(s))
      mask[closing] = begin < end ? 1 : 0;
  }

private:
  THRUSTLINE_HD bool is_superfluous(std::int64_t s, kept_ends const& kept) const {
    const bool is_completed = minimum == ring_minimum::keep || (minimum == ring_minimum::drop && has_pin(kept, 0));
    const int least = is_completed ? 4 : 3;
    const std::int64_t first = layout.opened(s);
    if (kept.count < least || kept.first[0] != first || is_pinned(first))
      return false;
    const point<Real, D> before = points[kept.last], start = points[first], after = points[kept.first[1]];
    const auto chord = metric(before, after, 2);
    return !detail::exceeds(chord, chord.rank(start, 1), start, 1, tolerance.of_series(s));
  }

  THRUSTLINE_HD bool is_pinned(std::int64_t i) const { return pins && pins[i]; }

  THRUSTLINE_HD bool has_pin(kept_ends const& kept, int begin) const {
    for (int k = begin; k < kept.count; ++k)
      if (is_pinned(kept.first[k]))
        return true;
    return false;
  }
};

/// Finishes each ring of an opened batch. Notes which ones are incomplete.
template <class Policy, class Real, int D, class FindKeptEnds>
void finish_each_ring(Policy const& policy, call_input<Real, D> const& opened, ring_layout const& layout,
                      FindKeptEnds const& find, std::uint8_t* mask, std::uint8_t* ring_states) {
  const batch<Real, D>& lines = opened.lines;
  simplify_options const& options = opened.options;
  detail::for_each_index(policy, lines.series,
                         finish_ring<Real, D, FindKeptEnds>{lines.points, opened.pins, tolerance_of(opened),
                                                            named_metric(options.metric()),
                                                            options.drop_superfluous_start(), options.ring_minimum(),
                                                            layout, find, mask, ring_states});
}

struct ring_state_is {
  const std::uint8_t* ring_states;
  std::uint8_t state;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return ring_states[s] == state ? 1 : 0; }
};

struct is_incomplete {
  const std::uint8_t* ring_states;
  THRUSTLINE_HD bool operator()(std::int64_t s) const { return ring_states[s] == ring_is_incomplete; }
};

template <class Policy>
std::int64_t count_ring_states(Policy const& policy, ring_state_is const& wanted, std::int64_t series) {
  return sum_over(policy, series, wanted);
}

struct finished_rings {
  std::int64_t completed = 0, dropped = 0, levels = 0;
};

/// Simplifies the rings that keep too few points again, with more pins.
template <class Policy, class Real, int D, class Engine>
std::int64_t complete_rings(Policy const& policy, call_input<Real, D> const& opened, const std::int64_t* chosen,
                            std::int64_t count, Engine const& engine, std::uint8_t* mask) {
  const small_rings<Policy, Real, D> rings(policy, opened, chosen, count);
  Engine fresh = engine.again();
  const call_input<Real, D> input = rings.input(opened.options);
  detail::temporary<std::uint8_t, Policy> again(policy, input.lines.count);
  const std::int64_t levels = mark_open_series(policy, input, fresh, again.data(), std::uint8_t(1)).value().levels;
  rings.write_back(again.data(), mask);
  return levels;
}

/// Applies the options to the mask of an opened batch. engine: one that may have run, with a member again() that makes
/// another like it.
template <class Policy, class Real, int D, class Engine>
finished_rings finish_opened(Policy const& policy, call_input<Real, D> const& opened, ring_layout const& layout,
                             Engine const& engine, std::uint8_t* mask) {
  const batch<Real, D>& lines = opened.lines;
  detail::temporary<std::uint8_t, Policy> ring_states(policy, lines.series);
  if constexpr (detail::is_cuda<Policy>) {
    detail::temporary<std::int64_t, Policy> kept(policy, lines.count), kept_offsets(policy, lines.series + 1);
    list_kept(policy,
              kept_points{lines.offsets, lines.count, lines.series, false, mask, kept.data(), kept_offsets.data()},
              nullptr);
    finish_each_ring(policy, opened, layout, kept_ends_in_list{kept.data(), kept_offsets.data()}, mask,
                     ring_states.data());
  } else {
    finish_each_ring(policy, opened, layout, kept_ends_in_mask{mask}, mask, ring_states.data());
  }
  finished_rings done;
  if (opened.options.ring_minimum() == ring_minimum::none)
    return done;
  if (opened.options.ring_minimum() == ring_minimum::drop)
    done.dropped = count_ring_states(policy, ring_state_is{ring_states.data(), ring_is_dropped}, lines.series);
  if constexpr (!detail::is_cuda<Policy>) {
    done.levels = complete_short_rings(policy, opened, ring_states.data(), mask);
    done.completed = count_ring_states(policy, ring_state_is{ring_states.data(), ring_is_completed}, lines.series);
  }
  detail::temporary<std::int64_t, Policy> chosen(policy, lines.series);
  const std::int64_t others = list_indices(policy, lines.series, is_incomplete{ring_states.data()}, chosen.data());
  if (others > 0)
    done.levels = std::max(done.levels, complete_rings(policy, opened, chosen.data(), others, engine, mask));
  done.completed += others;
  return done;
}

/// Runs a call of finish_rings() on arrays in the policy's memory.
template <class Policy, class Real, int D, class Engine>
finish_rings_report finish_rings_on(Policy const& policy, call_input<Real, D> const& input, Engine const& engine,
                                    std::uint8_t* mask) {
  check_input(policy, input);
  check_closed(policy, input);
  finish_rings_report report;
  if constexpr (D > 1) {
    opened_rings<Policy, Real, D> rings(policy, input.lines, layout_of(input),
                                        [&](std::int64_t* starts) { find_starts(policy, input, starts); });
    detail::temporary<std::uint8_t, Policy> opened(policy, rings.lines().count);
    rings.open_mask(mask, std::uint8_t(0), opened.data());
    const call_input<Real, D> open_input{rings.lines(), input.options, input.tolerances, rings.open_pins(input.pins)};
    const finished_rings done = finish_opened(policy, open_input, rings.layout(), engine, opened.data());
    rings.close_marks(opened.data(), mask);
    report.completed = done.completed;
    report.dropped = done.dropped;
  }
  report.kept = count_mask(policy, mask, input.lines.count);
  return report;
}

} // namespace thrustline::flow
