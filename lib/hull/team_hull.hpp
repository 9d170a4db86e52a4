// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "hull/chain_levels.hpp"
#include <thrustline/algorithms/detail/inner_region.hpp>

/// Hulls of few points by one team of threads that share fast memory. Steps as in chain_levels.hpp.
namespace thrustline::hull {

using detail::inner_region;

/// Points and where they came from; an index below 0: no point.
template <class Real, class Index>
struct team_items {
  point<Real, 2>* points;
  Index* indices;

  THRUSTLINE_HD bool in_order(std::int32_t a, std::int32_t b) const {
    if (indices[a] < 0 || indices[b] < 0)
      return indices[b] < 0;
    if (!detail::same_place(points[a], points[b]))
      return detail::comes_before(points[a], points[b]);
    return indices[a] < indices[b];
  }
};

/// One exchange of a bitonic sorting network: pair t of those that are `distance` apart.
template <class Real, class Index>
struct exchange {
  team_items<Real, Index> items;
  std::int32_t length, distance;

  THRUSTLINE_HD void operator()(std::int32_t t) const {
    const std::int32_t a = 2 * t - (t & (distance - 1)), b = a + distance;
    if (((a & length) == 0) == items.in_order(a, b))
      return;
    const point<Real, 2> p = items.points[a];
    items.points[a] = items.points[b];
    items.points[b] = p;
    const Index index = items.indices[a];
    items.indices[a] = items.indices[b];
    items.indices[b] = index;
  }
};

THRUSTLINE_HD inline std::int32_t power_of_two_from(std::int32_t n) {
  std::int32_t power = 1;
  while (power < n)
    power *= 2;
  return power;
}

/// Marks the places behind the items that the network needs as empty.
template <class Index>
struct clear_index {
  Index* indices;
  std::int32_t first;
  THRUSTLINE_HD void operator()(std::int32_t i) const { indices[first + i] = Index(-1); }
};

/// The number of items, in *count: they are sorted and the empty ones are last.
template <class Index>
struct count_items {
  const Index* indices;
  std::int32_t n;
  std::int32_t* count;
  THRUSTLINE_HD void operator()(std::int32_t) const {
    std::int32_t low = 0, high = n;
    while (low < high) {
      const std::int32_t middle = (low + high) / 2;
      if (indices[middle] < 0)
        high = middle;
      else
        low = middle + 1;
    }
    *count = low;
  }
};

/// The memory of a team for up to `capacity` points, a power of two.
template <class Real, class Index>
struct team_space {
  static constexpr int log_run = 3;

  team_items<Real, Index> items;
  chain_space<std::int32_t> chains;
  std::int32_t* count;

  /// Bytes for `capacity` points.
  THRUSTLINE_HD static constexpr std::size_t bytes(std::int32_t capacity) {
    const std::size_t runs = static_cast<std::size_t>(capacity >> log_run) + 1;
    return capacity * (sizeof(point<Real, 2>) + sizeof(Index) + 4 * sizeof(std::int32_t)) +
           runs * (4 * sizeof(std::int32_t) + 2 * sizeof(chain_joint<std::int32_t>)) + sizeof(std::int64_t);
  }

  THRUSTLINE_HD team_space(unsigned char* memory, std::int32_t capacity) {
    const std::int32_t runs = (capacity >> log_run) + 1;
    items.points = take<point<Real, 2>>(memory, capacity);
    items.indices = take<Index>(memory, capacity);
    count = take<std::int32_t>(memory, 2);
    chains.joints = take<chain_joint<std::int32_t>>(memory, 2 * runs);
    for (int k = 0; k < 2; ++k) {
      chains.chains[k] = take<std::int32_t>(memory, 2 * capacity);
      chains.counts[k] = take<std::int32_t>(memory, 2 * runs);
    }
  }

private:
  template <class T>
  THRUSTLINE_HD static T* take(unsigned char*& memory, std::int32_t n) {
    T* const taken = reinterpret_cast<T*>(memory);
    memory += static_cast<std::size_t>(n) * sizeof(T);
    return taken;
  }
};

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// Sorts the n items by x, y and index, empty ones last; returns how many are not empty.
template <class Each, class Real, class Index>
THRUSTLINE_HD std::int32_t team_sort(Each const& each, team_space<Real, Index> const& space, std::int32_t n) {
  const std::int32_t padded = power_of_two_from(n);
  each(padded - n, clear_index<Index>{space.items.indices, n});
  for (std::int32_t length = 2; length <= padded; length *= 2)
    for (std::int32_t distance = length / 2; distance > 0; distance /= 2)
      each(padded / 2, exchange<Real, Index>{space.items, length, distance});
  each(1, count_items<Index>{space.items.indices, n, space.count});
  return *space.count;
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// The hull of the n items in `space`, as places among them once sorted.
template <class Each, class Real, class Index>
THRUSTLINE_HD detail::hull_ring<std::int32_t> team_hull(Each const& each, team_space<Real, Index> const& space,
                                                        std::int32_t n, bool keep_collinear) {
  const std::int32_t m = team_sort(each, space, n);
  if (m == 0)
    return {nullptr, nullptr, 0, 0};
  const point<Real, 2>* const sorted = space.items.points;
  return chains_of(each, sorted, m, team_space<Real, Index>::log_run, keep_collinear, space.chains).ring();
}

/// Least and greatest coordinates.
struct frame {
  double left, right, low, high;

  THRUSTLINE_HD void include(frame const& other) {
    left = other.left < left ? other.left : left;
    right = other.right > right ? other.right : right;
    low = other.low < low ? other.low : low;
    high = other.high > high ? other.high : high;
  }
};

inline constexpr std::int32_t lanes = 32;

/// The frame of every lanes-th point from t on.
template <class Real>
struct frame_of_lane {
  const point<Real, 2>* points;
  std::int32_t n;
  frame* frames;
  THRUSTLINE_HD void operator()(std::int32_t t) const {
    frame around{HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};
    for (std::int32_t i = t; i < n; i += lanes)
      if (detail::is_finite(points[i])) {
        const double x = points[i][0], y = points[i][1];
        around.include({x, x, y, y});
      }
    frames[t] = around;
  }
};

struct join_frames {
  frame* frames;
  THRUSTLINE_HD void operator()(std::int32_t) const {
    for (std::int32_t t = 1; t < lanes; ++t)
      frames[0].include(frames[t]);
  }
};

/// How far a point is in a direction, and which one; a point below 0: none.
struct reach {
  float along;
  std::int32_t at;
};

/// The farthest point in direction k of `directions`, as a frame sees it, of the points from `first` to n that are
/// `step` apart.
template <class Real>
THRUSTLINE_HD reach farthest_along(std::int32_t k, std::int32_t directions, frame const& around,
                                   const point<Real, 2>* points, std::int32_t first, std::int32_t n,
                                   std::int32_t step) {
  const point<double, 2> way = detail::direction(k, directions);
  const double x = way[0] / (around.right / 2 - around.left / 2), y = way[1] / (around.high / 2 - around.low / 2);
  reach best{-HUGE_VALF, -1};
  for (std::int32_t i = first; i < n; i += step) {
    // Which point it is needs no exactness: every polygon of points will do.
    const auto along = static_cast<float>(x * (points[i][0] - around.left) + y * (points[i][1] - around.low));
    if (along > best.along && detail::is_finite(points[i]))
      best = {along, i};
  }
  return best;
}

/// The farthest point in direction t / lanes of every lanes-th one.
template <class Real>
struct reach_of_lane {
  const point<Real, 2>* points;
  std::int32_t n, directions;
  const frame* around;
  reach* reaches;
  THRUSTLINE_HD void operator()(std::int32_t t) const {
    reaches[t] = farthest_along(t / lanes, directions, *around, points, t % lanes, n, lanes);
  }
};

/// The farthest in direction k of what several teams have found in it.
template <class Real>
struct join_teams {
  const point<Real, 2>* extremes; ///< `directions` of each team
  std::int32_t n, directions;
  const frame* around;
  std::int32_t* joined;
  THRUSTLINE_HD void operator()(std::int32_t k) const {
    joined[k] = farthest_along(k, directions, *around, extremes, k, n, directions).at;
  }
};

/// The farthest point in direction k.
struct join_reaches {
  const reach* reaches;
  std::int32_t* extremes;
  THRUSTLINE_HD void operator()(std::int32_t k) const {
    reach best = reaches[k * lanes];
    for (std::int32_t t = 1; t < lanes; ++t)
      if (const reach other = reaches[k * lanes + t]; other.along > best.along)
        best = other;
    extremes[k] = best.at;
  }
};

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// extremes[k] = the place of a point that is extreme, or nearly so, in direction k of `directions`; below 0: none is
/// finite. frames: `lanes` of them; reaches: lanes * directions.
template <class Each, class Real>
THRUSTLINE_HD void team_extremes(Each const& each, const point<Real, 2>* points, std::int32_t n,
                                 std::int32_t directions, frame* frames, reach* reaches, std::int32_t* extremes) {
  each(lanes, frame_of_lane<Real>{points, n, frames});
  each(1, join_frames{frames});
  each(lanes * directions, reach_of_lane<Real>{points, n, directions, frames, reaches});
  each(directions, join_reaches{reaches, extremes});
}

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// The same from the extremes of several teams, n points in all. The frame is that of some of the teams: it need not be
/// exact either.
template <class Each, class Real>
THRUSTLINE_HD void join_extremes(Each const& each, const point<Real, 2>* extremes, std::int32_t n,
                                 std::int32_t directions, frame* frames, std::int32_t* joined) {
  constexpr std::int32_t some = 4;
  const std::int32_t framed = n < some * directions ? n : some * directions;
  each(lanes, frame_of_lane<Real>{extremes, framed, frames});
  each(1, join_frames{frames});
  each(directions, join_teams<Real>{extremes, n, directions, frames, joined});
}

/// Takes the extreme points for a hull.
template <class Real>
struct take_extreme {
  const point<Real, 2>* points;
  const std::int32_t* extremes;
  team_items<Real, std::int32_t> items;
  THRUSTLINE_HD void operator()(std::int32_t k) const {
    if (extremes[k] >= 0)
      items.points[k] = points[extremes[k]];
    items.indices[k] = extremes[k];
  }
};

template <class Real>
struct take_vertex {
  detail::hull_ring<std::int32_t> ring;
  const point<Real, 2>* points;
  inner_region<Real>* region;
  THRUSTLINE_HD void operator()(std::int32_t i) const { region->ring[i] = points[ring[i]]; }
};

template <class Real>
struct begin_region {
  std::int32_t vertices;
  inner_region<Real>* region;
  THRUSTLINE_HD void operator()(std::int32_t) const { region->begin(vertices, inner_region<Real>::most_rows); }
};

template <class Real>
struct set_region_row {
  inner_region<Real>* region;
  THRUSTLINE_HD void operator()(std::int32_t row) const { region->set_row(row); }
};

#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
/// The region inside the polygon of the extreme points; space: room for `directions` items.
template <class Each, class Real>
THRUSTLINE_HD void team_region(Each const& each, const point<Real, 2>* points, const std::int32_t* extremes,
                               std::int32_t directions, team_space<Real, std::int32_t> const& space,
                               inner_region<Real>* region) {
  each(directions, take_extreme<Real>{points, extremes, space.items});
  const detail::hull_ring<std::int32_t> ring = team_hull(each, space, directions, false);
  const std::int32_t vertices = ring.size();
  each(vertices, take_vertex<Real>{ring, space.items.points, region});
  each(1, begin_region<Real>{vertices, region});
  each(region->rows, set_region_row<Real>{region});
}

} // namespace thrustline::hull
