// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "simplify/flow/check_values.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/reduce.hpp>

/// First and last valid point of every series; first > last where it has none.
namespace thrustline::flow {

/// Where the ends of series go: into an array.
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

/// The ends of a single series whose offsets nobody has checked: none if these are refused, which `refused` then tells.
template <class Write>
struct ends_of_unchecked {
  is_bad_offset bad;
  refusal refused;
  Write write;
  THRUSTLINE_HD void operator()(std::int64_t) const {
    if (bad(0) || bad(1)) {
      refused.tell();
      write(0, 1, 0);
    } else {
      write(0, 0, bad.count - 1);
    }
  }
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

template <class Real, int D>
struct is_valid_point {
  const point<Real, D>* points;
  validity<Real, D> valid;
  THRUSTLINE_HD bool operator()(std::int64_t i) const { return valid(points[i]); }
};

/// Calls write(s, first, last) for every series.
template <class Policy, class Real, int D, class Write>
void find_series_ends(Policy const& policy, batch<Real, D> const& lines, bool skip, validity<Real, D> valid,
                      Write write, seen_points const& seen = {}) {
  if (seen.refused && lines.series == 1) {
    const is_bad_offset bad{lines.offsets, lines.series, lines.count};
    detail::for_each_index(policy, lines.series, ends_of_unchecked<Write>{bad, seen.refused, write});
    return;
  }
  if (!skip) {
    detail::for_each_index(policy, lines.series, ends_by_offsets<Write>{lines.offsets, write});
    return;
  }
  detail::temporary<std::int64_t, Policy> indices(policy, lines.count);
  const std::int64_t count =
      list_indices(policy, lines.count, is_valid_point<Real, D>{lines.points, valid}, indices.data());
  detail::for_each_index(policy, lines.series,
                         ends_by_valid_points<Write>{lines.offsets, indices.data(), count, write});
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

/// The points of the longest series, of `count` in all. skip: as find_series_ends() was told. Waits, unless a single
/// series is known to be all there is.
template <class Policy, class Index>
std::int64_t longest_series(Policy const& policy, const chord_ends<Index>* ends, Index series, Index count, bool skip) {
  if (series == 1 && !skip)
    return count;
  auto lengths =
      thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), points_of_series<Index>{ends});
  return detail::reduce<std::int64_t>(policy, lengths, static_cast<std::int64_t>(series), std::int64_t(0),
                                      detail::maximum<std::int64_t>{});
}

} // namespace thrustline::flow
