// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "simplify/flow/kept_keys.hpp"
#include "simplify/flow/ring_layout.hpp"
#include "simplify/flow/series_ends.hpp"
#include <thrustline/detail/temporary.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>
#include <thrustline/primitives/segmented_reduce.hpp>

/// The points at which rings are cut open; -1 for a series without a valid point.
namespace thrustline::flow {

struct write_start {
  std::int64_t* starts;
  THRUSTLINE_HD void operator()(std::int64_t s, std::int64_t first, std::int64_t last) const {
    starts[s] = first <= last ? first : -1;
  }
};

/// Points of any dimension by their coordinates, one after the other; invalid points are equal and the greatest.
template <class Real>
struct ordered_rows {
  const Real* coordinates;
  int dimensions;
  bool skip; ///< false: every point is known to be valid
  is_valid_row<Real> valid;

  template <int D>
  ordered_rows(const point<Real, D>* points, bool skip, validity<Real, D> const& valid)
      : coordinates(reinterpret_cast<const Real*>(points)), dimensions(D), skip(skip), valid(points, valid) {}

  THRUSTLINE_HD bool is_valid(std::int64_t i) const { return !skip || valid(i); }

  /// Negative, 0 or positive: point a is less than, equal to or greater than point b.
  THRUSTLINE_HD int compare(std::int64_t a, std::int64_t b) const {
    const bool has_a = is_valid(a), has_b = is_valid(b);
    if (!has_a || !has_b)
      return has_a ? -1 : has_b ? 1 : 0;
    for (int k = 0; k < dimensions; ++k) {
      const Real of_a = coordinates[a * dimensions + k], of_b = coordinates[b * dimensions + k];
      if (of_a != of_b)
        return of_a < of_b ? -1 : 1;
    }
    return 0;
  }
};

/// The lesser of two of `count` points, the first of equal ones. An index of no point is the greatest: on a GPU
/// segmented_reduce() combines such values, too.
template <class Real>
struct lesser_row {
  ordered_rows<Real> rows;
  std::int64_t count;

  THRUSTLINE_HD std::int64_t operator()(std::int64_t a, std::int64_t b) const {
    if (!is_point(a) || !is_point(b))
      return is_point(a) ? a : b;
    const int order = rows.compare(a, b);
    return order < 0 || (order == 0 && a < b) ? a : b;
  }

private:
  THRUSTLINE_HD bool is_point(std::int64_t i) const { return i >= 0 && i < count; }
};

/// least[k]: the least row of segment k, the first of equal ones. keys: dense.
template <class Policy, class Real>
void find_least_rows(Policy const& policy, ordered_rows<Real> const& rows, const std::int64_t* keys, std::int64_t n,
                     std::int64_t* least) {
  segmented_reduce<std::int64_t>(policy, keys, n, thrust::counting_iterator<std::int64_t>(0), least,
                                 lesser_row<Real>{rows, n});
}

/// starts[s]: the least point of the series; runs: the index of a point's series among those that are not empty.
template <class Real>
struct start_at_least {
  ordered_rows<Real> rows;
  ring_layout layout;
  const std::int64_t* runs;
  const std::int64_t* least;
  std::int64_t* starts;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t found = layout.size(s) > 0 ? least[runs[layout.offsets[s]]] : -1;
    starts[s] = found >= 0 && rows.is_valid(found) ? found : -1;
  }
};

/// Flags the places of rings behind the least one and equal to it.
template <class Real>
struct flag_tie {
  ordered_rows<Real> rows;
  const std::int64_t* runs;
  const std::int64_t* least;
  std::uint8_t* flags;
  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const std::int64_t first = least[runs[i]];
    flags[i] = i > first && rows.compare(i, first) == 0 ? 1 : 0;
  }
};

/// Among equal least points, the start is the one whose rotation of the ring, points with pins, is lexicographically
/// least. So it does not depend on where the input begins the ring. Invalid points are skipped. Two candidates that
/// agree in k points rule out each other's next k, so the work is linear in the ring's points (Shiloach 1981).
template <class Real>
struct choose_among_ties {
  ordered_rows<Real> rows;
  ring_layout layout;
  const std::uint8_t* pins; ///< or null
  const std::int64_t* ties;
  std::int64_t tied;
  std::int64_t* starts;

  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t first = layout.offsets[s], places = layout.places(s);
    if (!layout.is_ring(s) || starts[s] < 0)
      return;
    std::int64_t a = starts[s] - first, b = next_candidate(s, a + 1);
    std::int64_t of_a = a, of_b = b; // the next places of both sequences, the second time round from `places` on
    while (b < places && a < places && of_a - a < places && of_b - b < places) {
      const int order = compare(s, wrapped(of_a, places), wrapped(of_b, places));
      if (order == 0) {
        of_a = next_valid(s, of_a + 1);
        of_b = next_valid(s, of_b + 1);
        continue;
      }
      if (order > 0)
        a = next_candidate(s, of_a + 1);
      else
        b = next_candidate(s, of_b + 1);
      if (a == b)
        b = next_candidate(s, b + 1);
      of_a = a;
      of_b = b;
    }
    starts[s] = first + (a < b ? a : b);
  }

private:
  THRUSTLINE_HD static std::int64_t wrapped(std::int64_t place, std::int64_t places) {
    return place < places ? place : place - places;
  }

  /// The first valid place from `place` on; the candidates are valid.
  THRUSTLINE_HD std::int64_t next_valid(std::int64_t s, std::int64_t place) const {
    while (!rows.is_valid(layout.offsets[s] + wrapped(place, layout.places(s))))
      ++place;
    return place;
  }

  /// The least candidate from a place on behind the first candidate; the number of places if there is none.
  THRUSTLINE_HD std::int64_t next_candidate(std::int64_t s, std::int64_t place) const {
    const std::int64_t first = layout.offsets[s], end = first + layout.places(s);
    const std::int64_t k = count_below(ties, tied, first + place);
    return k < tied && ties[k] < end ? ties[k] - first : end - first;
  }

  THRUSTLINE_HD bool is_pinned(std::int64_t s, std::int64_t place) const {
    const std::int64_t first = layout.offsets[s];
    return pins && (pins[first + place] || (place == 0 && layout.repeats_first(s) && pins[layout.offsets[s + 1] - 1]));
  }

  THRUSTLINE_HD int compare(std::int64_t s, std::int64_t a, std::int64_t b) const {
    const std::int64_t first = layout.offsets[s];
    const int order = rows.compare(first + a, first + b);
    return order != 0 ? order : static_cast<int>(is_pinned(s, a)) - static_cast<int>(is_pinned(s, b));
  }
};

/// Starts at the least points. Waits.
template <class Policy, class Real>
void find_least_starts(Policy const& policy, ordered_rows<Real> const& rows, ring_layout const& layout,
                       const std::uint8_t* pins, std::int64_t* starts) {
  const std::int64_t n = layout.points, series = layout.series;
  detail::temporary<std::uint8_t, Policy> flags(policy, n);
  detail::temporary<std::int64_t, Policy> list(policy, n), runs(policy, n);
  head_flags_from_offsets(policy, layout.offsets, series, n, flags.data());
  const std::int64_t filled = list_kept_and_keys(policy, flags.data(), n, list.data(), runs.data());
  detail::temporary<std::int64_t, Policy> least(policy, filled);
  find_least_rows(policy, rows, runs.data(), n, least.data());
  detail::for_each_index(policy, series, start_at_least<Real>{rows, layout, runs.data(), least.data(), starts});
  detail::for_each_index(policy, n, flag_tie<Real>{rows, runs.data(), least.data(), flags.data()});
  const std::int64_t tied = list_indices(policy, n, is_kept{flags.data()}, list.data());
  if (tied > 0)
    detail::for_each_index(policy, series, choose_among_ties<Real>{rows, layout, pins, list.data(), tied, starts});
}

/// The first kept place of each ring; -1 where none is kept.
struct start_at_kept {
  ring_layout layout;
  const std::int64_t* kept;
  std::int64_t kept_count;
  std::int64_t* starts;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t k = count_below(kept, kept_count, layout.offsets[s]);
    starts[s] = k < kept_count && kept[k] < layout.offsets[s] + layout.places(s) ? kept[k] : -1;
  }
};

/// Starts at the first kept places. Waits.
template <class Policy>
void find_kept_starts(Policy const& policy, ring_layout const& layout, const std::uint8_t* mask, std::int64_t* starts) {
  detail::temporary<std::int64_t, Policy> kept(policy, layout.points);
  const std::int64_t count = list_indices(policy, layout.points, is_kept{mask}, kept.data());
  detail::for_each_index(policy, layout.series, start_at_kept{layout, kept.data(), count, starts});
}

/// The starts that the options name.
template <class Policy, class Real, int D>
void find_starts(Policy const& policy, call_input<Real, D> const& input, std::int64_t* starts) {
  const bool skip = skips_invalid(input.options);
  const validity<Real, D> valid = validity_by<Real, D>(input.options);
  if (input.options.ring_start() == ring_start::least)
    find_least_starts(policy, ordered_rows<Real>(input.lines.points, skip, valid), layout_of(input), input.pins,
                      starts);
  else
    find_series_ends(policy, input.lines, skip, valid, write_start{starts});
}

} // namespace thrustline::flow
