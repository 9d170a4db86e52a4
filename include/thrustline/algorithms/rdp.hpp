// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/algorithms/detail/open_segments.hpp>
#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/error.hpp>
#include <thrustline/geometry/metrics.hpp>

/// Ramer-Douglas-Peucker as a loop over segmented primitives (Cebrian & Moure 2020, Algorithm 2), on any Thrust policy.
namespace thrustline {

/// A ragged batch: series s has the points [offsets[s], offsets[s + 1]). Iterators over the policy's memory. offsets:
/// from 0 to `count`, never decreasing; series may be empty.
template <class Points, class Offsets>
struct ragged_batch {
  Points points;
  std::int64_t count; ///< points; a size() is cast
  Offsets offsets;
  std::int64_t series;
};

template <class Points, class Offsets>
ragged_batch(Points, std::int64_t, Offsets, std::int64_t) -> ragged_batch<Points, Offsets>;

namespace detail {

/// What the loop works on. series(s): first and last point of series s. tolerance(i): tolerance of the series that
/// point i belongs to. keep: set to 1 at the cuts.
template <class Index, class Points, class Series, class Tolerance, class Keep, class Metric>
struct rdp_task {
  Points points;
  Index count; ///< points
  Series series;
  Index series_count;
  Tolerance tolerance;
  Keep keep;
  Metric metric;
};

template <class Index, class Points, class Series, class Tolerance, class Keep, class Metric>
rdp_task(Points, Index, Series, Index, Tolerance, Keep, Metric)
    -> rdp_task<Index, Points, Series, Tolerance, Keep, Metric>;

/// Loop of Algorithm 2. Returns the number of levels.
template <class Policy, class Index, class Points, class Series, class Tolerance, class Keep, class Metric>
std::int64_t rdp_loop(Policy const& policy, rdp_task<Index, Points, Series, Tolerance, Keep, Metric> const& task) {
  auto const& [points, count, series, series_count, tolerance, keep, metric] = task;
  using rank = rank_type<Points, Metric>;
  open_segments<Index, rank, Policy> open(policy, count);
  open.begin(series, series_count);

  std::int64_t levels = 0;
  for (; open.segments > 0; ++levels) {
    // distance of every open point to its segment's chord, and the farthest point of every segment
    auto candidates =
        thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                        candidate_of_item<Index, rank, Points, Metric>{points, metric, open.view()});
    segmented_reduce<indexed<rank, Index>>(policy, open.keys(), open.points, candidates, open.farthest(),
                                           greater_or_first{});

    // cut each segment whose farthest point is > tolerance; the others are finished
    for_each_index(
        policy, open.segments,
        cut_at_farthest<Index, rank, Points, Metric, Tolerance, Keep>{points, metric, tolerance, keep, open.view()});

    // open the halves that have points inside: new ends and head flags, and keys by a scan of the flags
    open.replace_by_halves();
  }
  return levels;
}

/// Clears the mask, keeps the ends of every series, and runs the loop.
template <class Policy, class Index, class Points, class Series, class Tolerance, class Keep, class Metric>
std::int64_t rdp_mask(Policy const& policy, rdp_task<Index, Points, Series, Tolerance, Keep, Metric> const& task) {
  for_each_index(policy, task.count, set_to_zero<Keep>{task.keep});
  for_each_index(policy, task.series_count, keep_ends<Series, Keep, Index>{task.series, task.keep});
  return rdp_loop(policy, task);
}

/// Whether 32-bit indices reach every point, every series and both halves of every segment. Most of the loop's memory
/// traffic is indices, so they are kept short.
inline bool fits_32_bits(std::int64_t count, std::int64_t series) {
  constexpr std::int64_t reach = std::numeric_limits<std::int32_t>::max() - 2;
  return count <= reach && series <= reach;
}

} // namespace detail

/// Simplifies the series [points_first, points_last) by Algorithm 2 of Cebrian & Moure (2020): keep_first[i] = 1 if
/// point i is kept, else 0.
///
/// points: random access iterator over the policy's memory, fancy ones too. Value types: point<Real, D>; numbers (their
/// index is the abscissa); types with members x, y and perhaps z; any type that the metric takes. keep: iterator over n
/// integral values, each an object of its own: std::vector<bool> has none. metric: see geometry/metrics.hpp. tolerance:
/// >= 0, rounded to the type of the distances; negative or NaN: invalid_argument.
///
/// The ends are kept. A segment splits at its farthest point, the first among equals, while that distance is >
/// tolerance. The mask is the same from every policy, bit by bit. Coordinates must be finite and below a quarter of the
/// largest value; rdp() does not check them.
///
/// Returns the number of levels. Waits for the policy's stream once, and once more a level, to read the number of open
/// segments; the last writes to keep may still be under way on the stream on return. Temporary storage: at most 28
/// bytes a point for float (56 for double and 64-bit indices), from the policy's allocator. Work: the points inside
/// open segments, summed over the levels. Throws invalid_argument, cuda_error, and what the allocator throws; nothing
/// leaks.
template <class Policy, class Points, class Keep, class Metric = segment_distance>
std::int64_t rdp(Policy const& policy, Points points_first, Points points_last, double tolerance, Keep keep_first,
                 Metric metric = {}) {
  const std::int64_t n = points_last - points_first;
  detail::check_tolerance(tolerance);
  const detail::same_tolerance<detail::distance_type<Points, Metric>> same{
      detail::tolerance_as<detail::distance_type<Points, Metric>>(tolerance)};
  const auto run = [&](auto count) {
    using index = decltype(count);
    return detail::rdp_mask(policy, detail::rdp_task{points_first, count, detail::one_series<index>{count}, index(1),
                                                     same, keep_first, metric});
  };
  return detail::fits_32_bits(n, 1) ? run(static_cast<std::int32_t>(n)) : run(n);
}

/// Simplifies the series of a ragged batch, whose offsets are not checked. All series pass through each level together.
/// Otherwise as rdp().
template <class Policy, class Points, class Offsets, class Keep, class Metric = segment_distance>
std::int64_t rdp_batch(Policy const& policy, ragged_batch<Points, Offsets> const& batch, double tolerance,
                       Keep keep_first, Metric metric = {}) {
  detail::check_tolerance(tolerance);
  const detail::same_tolerance<detail::distance_type<Points, Metric>> same{
      detail::tolerance_as<detail::distance_type<Points, Metric>>(tolerance)};
  const auto run = [&](auto count) {
    using index = decltype(count);
    return detail::rdp_mask(policy,
                            detail::rdp_task{batch.points, count, detail::batch_series<Offsets, index>{batch.offsets},
                                             static_cast<index>(batch.series), same, keep_first, metric});
  };
  return detail::fits_32_bits(batch.count, batch.series) ? run(static_cast<std::int32_t>(batch.count))
                                                         : run(batch.count);
}

} // namespace thrustline
