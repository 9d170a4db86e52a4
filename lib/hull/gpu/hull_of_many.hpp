// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrust/sort.h>

#include "core/gpu/ordered_bits.hpp"
#include "hull/gpu/chain_levels.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

/// Finds the hull of any number of points over a Thrust policy: a stable sort, then the chains level by level. On CUDA
/// nothing waits for the host.
namespace thrustline::hull {

/// Runs the pieces of a step over a policy.
template <class Policy>
struct over_policy {
  Policy const& policy;
  template <class Index, class F>
  void operator()(Index count, F const& f) const {
    detail::for_each_index(policy, count, f);
  }
};

/// A key that orders as the numbers do; 0 and -0 have the same key.
template <class Real>
THRUSTLINE_HD auto sort_key(Real value) {
  return gpu::unsigned_order(value == 0 ? Real(0) : value);
}

template <class Index>
struct write_place {
  Index* order;
  THRUSTLINE_HD void operator()(Index i) const { order[i] = i; }
};

template <class Index>
struct key_of_index {
  const Index* indices;
  std::uint64_t* keys;
  THRUSTLINE_HD void operator()(Index i) const { keys[i] = static_cast<std::uint64_t>(indices[i]); }
};

/// Sort key from x and y of a point of floats.
template <class Index>
struct key_of_point {
  const point<float, 2>* points;
  const Index* order;
  std::uint64_t* keys;
  THRUSTLINE_HD void operator()(Index i) const {
    const point<float, 2> p = points[order[i]];
    keys[i] = static_cast<std::uint64_t>(sort_key(p[0])) << 32 | sort_key(p[1]);
  }
};

template <class Index>
struct key_of_coordinate {
  const point<double, 2>* points;
  const Index* order;
  int coordinate;
  std::uint64_t* keys;
  THRUSTLINE_HD void operator()(Index i) const { keys[i] = sort_key(points[order[i]][coordinate]); }
};

template <class Real, class Index>
struct take_point {
  const point<Real, 2>* points;
  const Index* order;
  point<Real, 2>* sorted;
  THRUSTLINE_HD void operator()(Index i) const { sorted[i] = points[order[i]]; }
};

/// Writes the places of the m points, by x, then y, then index, to `order`. indices: null if a point's place is its
/// index.
template <class Policy, class Real, class Index>
void sort_places(Policy const& policy, const point<Real, 2>* points, const Index* indices, Index m, Index* order) {
  const detail::temporary<std::uint64_t, Policy> keys(policy, m);
  const auto sort = [&] { thrust::stable_sort_by_key(policy, keys.data(), keys.data() + m, order); };
  detail::for_each_index(policy, m, write_place<Index>{order});
  if (indices) {
    detail::for_each_index(policy, m, key_of_index<Index>{indices, keys.data()});
    sort();
  }
  if constexpr (sizeof(Real) == sizeof(float)) {
    detail::for_each_index(policy, m, key_of_point<Index>{points, order, keys.data()});
    sort();
  } else {
    for (int coordinate : {1, 0}) {
      detail::for_each_index(policy, m, key_of_coordinate<Index>{points, order, coordinate, keys.data()});
      sort();
    }
  }
}

/// Writes the vertices' indices and their number.
template <class Index>
struct write_ring {
  finished_chains<Index> chains;
  const Index *order, *indices;
  Index* ring;
  std::int64_t* count;
  THRUSTLINE_HD void operator()(Index i) const {
    const detail::hull_ring<Index> found = chains.ring();
    const Index size = found.size();
    if (i == 0)
      *count = size;
    if (i < size) {
      const Index at = order[found[i]];
      ring[i] = indices ? indices[at] : at;
    }
  }
};

/// At least one point, all of them finite. Twice their number must be an Index.
template <class Real, class Index>
struct many_points {
  const point<Real, 2>* points;
  const Index* indices; ///< null: a point's place is its index
  Index count;
  bool keep_collinear;
};

/// Writes the vertices of the hull of m points to ring[0 .. *count); `ring` has room for m. All arrays are in the
/// policy's memory. first_chains(policy, sorted, m, keep_collinear, space) finds the chains of runs of
/// 2^FirstChains::log_run points. Temporary storage: 40 bytes for each point of floats with 32-bit
/// indices.
template <class Policy, class Real, class Index, class FirstChains>
void hull_of_many(Policy const& policy, many_points<Real, Index> const& given, Index* ring, std::int64_t* count,
                  FirstChains first_chains) {
  constexpr int log_run = FirstChains::log_run;
  const Index m = given.count;
  const detail::temporary<Index, Policy> order(policy, m);
  sort_places(policy, given.points, given.indices, m, order.data());
  const detail::temporary<point<Real, 2>, Policy> sorted(policy, m);
  detail::for_each_index(policy, m, take_point<Real, Index>{given.points, order.data(), sorted.data()});

  const Index runs = chain_space<Index>::runs(m, log_run);
  const detail::temporary<Index, Policy> chains(policy, 4 * static_cast<std::ptrdiff_t>(m));
  const detail::temporary<Index, Policy> counts(policy, 4 * static_cast<std::ptrdiff_t>(runs));
  const detail::temporary<chain_joint<Index>, Policy> joints(policy, 2 * static_cast<std::ptrdiff_t>(runs));
  const chain_space<Index> space{{chains.data(), chains.data() + 2 * static_cast<std::ptrdiff_t>(m)},
                                 {counts.data(), counts.data() + 2 * static_cast<std::ptrdiff_t>(runs)},
                                 joints.data()};
  const point<Real, 2>* const in_order = sorted.data();
  first_chains(policy, in_order, m, given.keep_collinear, space);
  const finished_chains<Index> finished =
      join_runs(over_policy<Policy>{policy}, in_order, m, log_run, given.keep_collinear, space);
  detail::for_each_index(policy, m, write_ring<Index>{finished, order.data(), given.indices, ring, count});
}

} // namespace thrustline::hull
