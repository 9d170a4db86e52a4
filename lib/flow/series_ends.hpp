// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "flow/kept_lists.hpp"
#include "flow/prepared.hpp"
#include <thrustline/primitives/detail/reduce.hpp>

/// First and last valid point of every series; first > last where it has none.
namespace thrustline::flow {

template <class Index>
struct ends_by_offsets {
  const std::int64_t* offsets;
  chord_ends<Index>* ends;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    ends[s] = {static_cast<Index>(offsets[s]), static_cast<Index>(offsets[s + 1] - 1)};
  }
};

template <class Index>
struct ends_by_valid_points {
  const std::int64_t* offsets;
  const std::int64_t* valid;
  std::int64_t valid_count;
  chord_ends<Index>* ends;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const std::int64_t first = count_below(valid, valid_count, offsets[s]);
    const std::int64_t last = count_below(valid, valid_count, offsets[s + 1]) - 1;
    ends[s] = first <= last ? chord_ends<Index>{static_cast<Index>(valid[first]), static_cast<Index>(valid[last])}
                            : chord_ends<Index>{1, 0};
  }
};

template <class Real, int D>
struct is_valid_point {
  const point<Real, D>* points;
  validity<Real, D> valid;
  THRUSTLINE_HD bool operator()(std::int64_t i) const { return valid(points[i]); }
};

template <class Index, class Policy, class Real, int D>
void find_series_ends(Policy const& policy, batch<Real, D> const& lines, bool skip, validity<Real, D> valid,
                      chord_ends<Index>* ends) {
  if (!skip) {
    detail::for_each_index(policy, lines.series, ends_by_offsets<Index>{lines.offsets, ends});
    return;
  }
  detail::temporary<std::int64_t, Policy> indices(policy, lines.count);
  const std::int64_t count =
      list_indices(policy, lines.count, is_valid_point<Real, D>{lines.points, valid}, indices.data());
  detail::for_each_index(policy, lines.series, ends_by_valid_points<Index>{lines.offsets, indices.data(), count, ends});
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
