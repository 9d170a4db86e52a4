// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

#include "hull/gpu/chain_levels.hpp"

/// The memory of a team of threads for a hull of few points, and how it sorts them. Steps as in chain_levels.hpp.
namespace thrustline::hull {

/// Points and their indices; a negative index means no point.
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

/// One exchange of a bitonic sorting network: of pair t of the items that are `distance` apart.
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

/// Marks the places behind the items, which the network needs, as empty.
template <class Index>
struct clear_index {
  Index* indices;
  std::int32_t first;
  THRUSTLINE_HD void operator()(std::int32_t i) const { indices[first + i] = Index(-1); }
};

/// Writes the number of items to *count. They are sorted, and the empty ones are last.
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
/// Sorts the n items by x, y and index, empty ones last; returns the number of the others.
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

} // namespace thrustline::hull
