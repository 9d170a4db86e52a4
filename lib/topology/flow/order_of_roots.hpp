// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#include <cub/device/device_radix_sort.cuh>
#endif
#include <thrust/sort.h>

#include "topology/flow/closure_state.hpp"
#include "topology/flow/hilbert_code.hpp"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

/// The order of the roots along a space-filling curve, in which near ones are neighbours.
namespace thrustline::flow {

/// The key of root n: the cell of its vertex along a space-filling curve (Hilbert 1891) in the box around all points,
/// then a hash of the place.
struct key_on_curve {
  static constexpr int curve_bits = 16; ///< for each coordinate
  static constexpr int hash_bits = 8;   ///< 40 bits with the curve: five passes of a radix sort
  static constexpr int bits = 2 * curve_bits + hash_bits;

  const plane_point* points;
  const std::int64_t* kept;
  const plane_box* around;
  std::uint64_t* keys;
  std::int64_t* roots;

  THRUSTLINE_HD void operator()(std::int64_t n) const {
    const plane_point place = points[kept[n]];
    const plane_box all = *around;
    const double width = all.high[0] - all.low[0], height = all.high[1] - all.low[1];
    const double scale = scale_of_cells(width < height ? height : width, curve_bits);
    const auto cell = [&](int d) { return static_cast<std::uint32_t>((place[d] - all.low[d]) * scale); };
    const std::uint64_t code = hilbert_code(cell(0), cell(1), curve_bits);
    keys[n] = code << hash_bits | hash_with(0, place) >> (64 - hash_bits);
    roots[n] = n;
  }
};

/// The roots along the curve. Equal vertices are neighbours, unless another one in their cell of the curve has their
/// hash, too.
struct order_of_roots {
  std::int64_t* roots;     ///< the root at each position
  std::int64_t* positions; ///< the position of each root
};

/// Sorts roots along the curve.
template <class Policy>
class sort_on_curve {
public:
  sort_on_curve(Policy const& policy, std::int64_t count)
      : count_(count), keys_(policy, count), other_keys_(policy, detail::is_cuda<Policy> ? count : 0),
        storage_(policy, bytes_of_storage(count)) {}

  /// Makes the keys of the roots of the kept points, and writes their numbers to `roots`.
  void make_keys(Policy const& policy, closure_state const& in, const std::int64_t* kept, std::int64_t* roots) const {
    const plane_box* around = in.edges.tree.boxes + in.edges.tree.root();
    detail::for_each_index(policy, count_, key_on_curve{in.lines.points, kept, around, keys_.data(), roots});
  }

  /// Sorts the numbers by their keys. Returns where they are then: in `roots` or in `others`. This takes no memory on a
  /// device, so side_work may do it.
  std::int64_t* sort(Policy const& policy, std::int64_t* roots, [[maybe_unused]] std::int64_t* others) const {
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      cub::DoubleBuffer<std::uint64_t> keys(keys_.data(), other_keys_.data());
      cub::DoubleBuffer<std::int64_t> numbers(roots, others);
      std::size_t bytes = static_cast<std::size_t>(bytes_of_storage(count_));
      detail::check_cuda(cub::DeviceRadixSort::SortPairs(storage_.data(), bytes, keys, numbers, count_, 0,
                                                         key_on_curve::bits, detail::stream_of(policy)),
                         sort_name);
      return numbers.Current();
#endif
    } else {
      thrust::stable_sort_by_key(policy, keys_.data(), keys_.data() + count_, roots);
      return roots;
    }
  }

private:
  static std::ptrdiff_t bytes_of_storage([[maybe_unused]] std::int64_t count) {
    std::size_t bytes = 0;
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      cub::DoubleBuffer<std::uint64_t> keys;
      cub::DoubleBuffer<std::int64_t> roots;
      detail::check_cuda(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, roots, count, 0, key_on_curve::bits),
                         sort_name);
#endif
    }
    return static_cast<std::ptrdiff_t>(bytes > 0 ? bytes : 1); // null would stand for a query
  }

  static constexpr const char* sort_name = "cub::DeviceRadixSort::SortPairs";

  std::int64_t count_;
  detail::temporary<std::uint64_t, Policy> keys_, other_keys_;
  detail::temporary<unsigned char, Policy> storage_;
};

} // namespace thrustline::flow
