// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <thrust/sort.h>

#include <thrustline/algorithms/detail/quickhull_steps.hpp>
#include <thrustline/detail/functors.hpp>
#include <thrustline/detail/read_back.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>
#include <thrustline/primitives/segmented_reduce.hpp>
#include <thrustline/primitives/split_segments.hpp>

/// Planar QuickHull as a loop over segmented primitives, on any Thrust policy (Mei et al. 2018, A sample implementation
/// for parallelizing Divide-and-Conquer algorithms on the GPU).
namespace thrustline {

/// Filter of the points before they are sorted.
enum class preprocessing {
  none,         ///< all points are sorted: mode 2 of the paper
  quadrilateral ///< points inside the quadrilateral of the four extreme ones are dropped: mode 1 of the paper
};

namespace detail {

/// Items of both chains in segments, in two copies: of this round and of the next one.
template <class Index, class Policy>
class hull_chains {
public:
  Index count = 0, segments = 0;

  hull_chains(Policy const& policy, Index room)
      : policy_(policy), items_{{policy, room}, {policy, room}}, heads_{{policy, room}, {policy, room}},
        keys_(policy, room), offsets_(policy, room + 1), total_(policy, 1) {}

  /// Keeps the present ones of `candidates`: length(j) is 1 for heads, 0 for others, -1 for absent ones; emit puts them
  /// into items() and heads() of next(). Waits for their number.
  template <class Length, class Emit>
  void replace(Index candidates, Length length, Emit emit) {
    place_segments<Index>(policy_, candidates, length, emit, total_.data());
    const segment_position<Index> total = read_back(policy_, total_.data());
    current_ = 1 - current_;
    count = total.segments;
    segments = total.items;
  }

  /// Keys and offsets of the segments from their head flags.
  void find_segments() {
    keys_from_head_flags(policy_, heads(), count, keys());
    offsets_from_keys(policy_, keys(), count, offsets());
  }

  Index* items() const { return items_[current_].data(); }
  std::uint8_t* heads() const { return heads_[current_].data(); }
  Index* keys() const { return keys_.data(); }
  Index* offsets() const { return offsets_.data(); }
  Index* next_items() const { return items_[1 - current_].data(); }
  std::uint8_t* next_heads() const { return heads_[1 - current_].data(); }
  move_item_forward<Index> move_forward() const { return {items(), heads(), next_items(), next_heads()}; }
  chain_segments<Index> view(Index with_segments) const {
    return {items(), heads(), keys(), offsets(), count, with_segments};
  }

private:
  Policy policy_;
  temporary<Index, Policy> items_[2];
  temporary<std::uint8_t, Policy> heads_[2];
  temporary<Index, Policy> keys_, offsets_;
  temporary<segment_position<Index>, Policy> total_;
  int current_ = 0;
};

/// Writes the points to examine to `list`, in order of their index; returns their number.
template <class Index, class Policy, class Points>
Index list_candidates(Policy const& policy, planar_points<Points> points, Index n, preprocessing before, Index* list) {
  temporary<segment_position<Index>, Policy> total(policy, 1);
  if (before == preprocessing::none) {
    place_segments<Index>(policy, n, every_one<Index>{}, list_present<Index>{list}, total.data());
  } else {
    auto ones = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), range_of_one<Index>{});
    const auto range = [&](bool by_y) {
      return reduce(policy, ones, n, index_range<Index>{0, 0}, join_ranges<Points, Index>{points, by_y});
    };
    const index_range<Index> x = range(false), y = range(true);
    place_segments<Index>(policy, n,
                          not_in_quadrilateral<Points, Index>{points, {x.least, y.least, x.greatest, y.greatest}},
                          list_present<Index>{list}, total.data());
  }
  return read_back(policy, total.data()).segments;
}

template <class Index, class Policy, class Points, class Hull>
std::int64_t quickhull(Policy const& policy, planar_points<Points> points, Index n, Hull hull, preprocessing before) {
  temporary<Index, Policy> order(policy, n);
  const Index m = list_candidates(policy, points, n, before, order.data());
  thrust::sort(policy, order.data(), order.data() + m, in_lexicographic_order<Points, Index>{points});
  const Index least = read_back(policy, order.data());
  auto magnitudes = thrust::make_transform_iterator(order.data(), magnitude_of<Points>{points});
  const double greatest_magnitude = reduce<double>(policy, magnitudes, m, 0.0, maximum<double>{});
  constexpr double most = std::numeric_limits<double>::max() / 4; // for which unit_scale() is specified
  const double scale = rounding::unit_scale(greatest_magnitude < most ? greatest_magnitude : most) / 4;

  // The first chord splits the points into a lower and an upper chain, a segment each.
  hull_chains<Index, Policy> chains(policy, m); // a point is in one chain at most
  const first_split<Points, Index> split{points, order.data(), m};
  chains.replace(2 * m, split, begin_chains<Points, Index>{split, chains.next_items(), chains.next_heads()});
  chains.find_segments();
  const Index greatest =
      chains.segments > 1 ? read_back(policy, chains.items() + read_back(policy, chains.offsets() + 1)) : least;

  temporary<indexed<double, Index>, Policy> farthest(policy, chains.count);
  while (chains.count > chains.segments) {
    // Find the distance of every point to its segment's chord, and the farthest point of every segment.
    auto distances =
        thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                        distance_of_item<Points, Index>{points, chains.view(chains.segments), scale});
    segmented_reduce<indexed<double, Index>>(policy, chains.keys(), chains.count, distances, farthest.data(),
                                             greater_or_first{});

    // The farthest point divides its segment into two: make new head flags, keys and offsets.
    auto cuts = thrust::make_transform_iterator(farthest.data(), position_of_farthest<Index>{});
    split_segments(policy, cuts, chains.segments, chains.count, chains.heads(), chains.keys(), chains.offsets());
    const Index divided = read_back(policy, chains.keys() + (chains.count - 1)) + 1;

    // Drop the points inside the triangles; the others keep their order.
    chains.replace(chains.count, still_outside<Points, Index>{points, chains.view(divided), chains.heads()},
                   chains.move_forward());
    chains.find_segments();
  }

  // Rounded distances found the farthest points. A point at which the chain does not turn left, exactly, is no vertex.
  for (Index had = 0; had != chains.count;) {
    had = chains.count;
    chains.replace(had, strictly_convex<Points, Index>{points, chains.items(), had, least, greatest},
                   chains.move_forward());
  }
  for_each_index(policy, chains.count, write_vertex<Index, Hull>{chains.items(), hull});
  return chains.count;
}

} // namespace detail

/// Finds the convex hull of the planar points [points_first, points_last). Writes the indices of its vertices to
/// hull_first[0], [1], ...: strictly extreme points only, counter-clockwise from the point of least x, then least y.
/// The lowest index stands for equal points. Returns the number of vertices.
///
/// points: random access iterators over the policy's memory, fancy ones too. Value types: point<Real, 2>, types with x
/// and y, of float, double or integers of up to 32 bits, and types with point_traits. hull: iterator over integral
/// values, with room for all vertices. Coordinates must be finite; this is not checked, and otherwise the behaviour
/// is undefined: the call may not return. The vertices are the same from every policy and with every preprocessing.
///
/// Waits for the policy's stream some eight times, and twice in each round; on return the last writes to hull may still
/// be under way on the stream. Temporary storage: at most 40 bytes for each point with 32-bit indices, from the
/// policy's allocator. Work: a sort, and the points outside the chords so far, summed over the rounds: about
/// log2(vertices) rounds on natural data. Throws cuda_error and what the allocator throws; nothing leaks. But under
/// thrust::omp::par Thrust's sort takes its memory by several threads, where a failure ends the process.
template <class Policy, class Points, class Hull>
std::int64_t quickhull(Policy const& policy, Points points_first, Points points_last, Hull hull_first,
                       preprocessing before = preprocessing::quadrilateral) {
  const std::int64_t n = points_last - points_first;
  if (n == 0)
    return 0;
  const detail::planar_points<Points> points{points_first};
  constexpr std::int64_t reach = std::numeric_limits<std::int32_t>::max() / 2 - 1;
  return n <= reach ? detail::quickhull(policy, points, static_cast<std::int32_t>(n), hull_first, before)
                    : detail::quickhull(policy, points, n, hull_first, before);
}

} // namespace thrustline
