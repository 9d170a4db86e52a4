// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/spine_list.cuh"
#include <thrustline/detail/temporary.hpp>

/// Lines that return to the same places: which boxes hold only points that occurred shortly before.
///
/// In two and three dimensions the rank of a point depends on its coordinates alone, and the first of equally far
/// points is the farthest point of a segment. So a box is superfluous in a search if each of its points has an equal
/// one in front of it, inside the segment.
namespace thrustline::gpu {

/// For box b of level k an index: each point of the box has an equal one in front of it, at that index or behind it.
/// -1: this is not known of some point. Equal points are found up to 4096 points apart, or a little more: farther ones
/// make a search slower, and change nothing.
struct recurring_boxes {
  static constexpr int most_levels = box_tree<float, 2>::most_levels;
  const std::int32_t* earlier[most_levels + 1]; ///< by level, from level 1 on; null: not made

  /// Whether a box is superfluous in a segment whose first end is `first`.
  __device__ bool has_superfluous(int level, std::int32_t b, std::int32_t first) const {
    const std::int32_t* const of_level = earlier[level];
    return of_level && of_level[b] > first;
  }
};

/// Whether boxes of the points of a problem can be superfluous. Values have ranks that depend on their index; lines of
/// 2^31 points and more are not looked through.
template <class Problem>
inline constexpr bool can_recur = Problem::dimensions > 1 && sizeof(typename Problem::index) == sizeof(std::int32_t);

/// A problem whose searches pass over superfluous boxes.
template <class Problem>
struct recurring_problem : Problem {
  const recurring_boxes* recurring;

  __device__ bool is_superfluous(int level, typename Problem::index b, typename Problem::index first) const {
    if constexpr (can_recur<Problem>)
      return recurring->has_superfluous(level, b, first);
    else
      return false;
  }
};

/// The coordinates of points of any type: points with the same bits are equal. Two zeros of either sign are not, here.
struct point_bits {
  const unsigned* words;
  int words_of_point;
  std::int64_t count;
};

template <class Real, int D>
point_bits bits_of(const point<Real, D>* points, std::int64_t count) {
  return {reinterpret_cast<const unsigned*>(points), static_cast<int>(sizeof(point<Real, D>) / sizeof(unsigned)),
          count};
}

/// Writes level 1: one pass over the points.
void find_earlier_points(cudaStream_t stream, point_bits const& points, std::int32_t* earlier);

/// Writes a level from the `below_count` boxes below it.
void find_earlier_of_boxes(cudaStream_t stream, const std::int32_t* below, std::int64_t below_count,
                           std::int32_t* earlier);

/// Makes dense spines not dense where most boxes are superfluous, and counts them: these are searched by boxes.
/// earlier: of level 1
void find_recurring_spines(cudaStream_t stream, spine_list const& list, unsigned count, const std::int32_t* earlier);

/// Owns the recurrences of a call's points: 4/31 byte a point.
template <class Policy>
class recurrences {
public:
  /// levels: those of the box_tree
  recurrences(Policy const& policy, point_bits const& points, int levels)
      : earlier_(policy, boxes_up_to(points.count, levels)) {
    const cudaStream_t stream = detail::stream_of(policy);
    std::int32_t* next = earlier_.data();
    find_earlier_points(stream, points, next);
    boxes_.earlier[1] = next;
    for (int level = 2; level <= levels; ++level) {
      const std::int64_t below = boxes_up_to(points.count, level - 1) - boxes_up_to(points.count, level - 2);
      next += below;
      find_earlier_of_boxes(stream, boxes_.earlier[level - 1], below, next);
      boxes_.earlier[level] = next;
    }
  }

  recurring_boxes const& boxes() const { return boxes_; }

private:
  static std::int64_t boxes_up_to(std::int64_t points, int levels) {
    std::int64_t all = 0;
    for (int level = 1; level <= levels; ++level)
      all += box_tree<float, 2>::boxes_of_level(points, level);
    return all;
  }

  detail::temporary<std::int32_t, Policy> earlier_;
  recurring_boxes boxes_{};
};

} // namespace thrustline::gpu
