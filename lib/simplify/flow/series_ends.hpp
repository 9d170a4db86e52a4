// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/flow/kept_lists.hpp"
#include "core/flow/tabulated.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/reduce.hpp>

/// First and last valid point of every series; first > last where it has none.
namespace thrustline::flow {

/// Writes the ends of series into an array.
template <class Index>
struct write_ends {
  chord_ends<Index>* ends;
  THRUSTLINE_HD void operator()(std::int64_t s, std::int64_t first, std::int64_t last) const {
    ends[s] = {static_cast<Index>(first), static_cast<Index>(last)};
  }
};

template <class Write>
struct ends_by_offsets {
  const std::int64_t* offsets;
  Write write;
  THRUSTLINE_HD void operator()(std::int64_t s) const { write(s, offsets[s], offsets[s + 1] - 1); }
};

template <class Write>
struct ends_by_valid_points {
  const std::int64_t* offsets;
  const std::int64_t* valid;
  std::int64_t valid_count;
  Write write;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t first = count_below(valid, valid_count, offsets[s]);
    const std::int64_t last = count_below(valid, valid_count, offsets[s + 1]) - 1;
    if (first <= last)
      write(s, valid[first], valid[last]);
    else
      write(s, 1, 0);
  }
};

/// Calls write(s, first, last) for every series: its first and last point.
template <class Policy, class Write>
void find_ends_by_offsets(Policy const& policy, const std::int64_t* offsets, std::int64_t series, Write write) {
  detail::for_each_index(policy, series, ends_by_offsets<Write>{offsets, write});
}

/// Calls write(s, first, last) for every series: its first and last valid point. valid: the ascending indices of all
/// `count` valid points.
template <class Policy, class Write>
void find_ends_by_valid_points(Policy const& policy, const std::int64_t* offsets, std::int64_t series,
                               const std::int64_t* valid, std::int64_t count, Write write) {
  detail::for_each_index(policy, series, ends_by_valid_points<Write>{offsets, valid, count, write});
}

/// Calls write(s, first, last) for every series. skip: invalid points are skipped.
template <class Policy, class Real, int D, class Write>
void find_series_ends(Policy const& policy, batch<Real, D> const& lines, bool skip, validity<Real, D> valid,
                      Write write) {
  if (!skip)
    return find_ends_by_offsets(policy, lines.offsets, lines.series, write);
  detail::temporary<std::int64_t, Policy> indices(policy, lines.count);
  using is_valid = std::conditional_t<detail::is_cuda<Policy>, is_valid_row<Real>, is_valid_point<Real, D>>;
  const std::int64_t count = list_indices(policy, lines.count, is_valid{lines.points, valid}, indices.data());
  find_ends_by_valid_points(policy, lines.offsets, lines.series, indices.data(), count, write);
}

template <class Index>
struct listed_series {
  const chord_ends<Index>* ends;
  THRUSTLINE_HD chord_ends<Index> operator()(std::int64_t s) const { return ends[s]; }
};

template <class Index>
struct points_of_series {
  const chord_ends<Index>* ends;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return ends[s].last - ends[s].first + 1; }
};

/// The points of the longest series. Waits for them.
template <class Policy, class Index>
std::int64_t longest_series(Policy const& policy, const chord_ends<Index>* ends, Index series) {
  return detail::reduce<std::int64_t>(policy, tabulated(points_of_series<Index>{ends}),
                                      static_cast<std::int64_t>(series), std::int64_t(0),
                                      detail::maximum<std::int64_t>{});
}

} // namespace thrustline::flow
