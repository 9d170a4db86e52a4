// SPDX-License-Identifier: MIT
#include "simplify/gpu/keep_greatest_of_each.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <cub/device/device_radix_sort.cuh>

#include "core/gpu/device_call.hpp"
#include "core/gpu/ordered_bits.hpp"
#include "simplify/gpu/shared_steps.cuh"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/temporary.hpp>

/// The points are sorted by series, then by falling significance, then by index: the sort is stable. Then the first
/// points of each series are kept. The sort key of a float and its series fit in 64 bits; a double is sorted first by
/// significance, then by series.
namespace thrustline::gpu {
namespace {

using sort_key = std::uint64_t;

/// Bits of a value that is not negative, without its sign.
template <class Real>
constexpr int value_bits = 8 * sizeof(Real) - 1;

/// Bits that hold every number below n.
int bits_below(std::int64_t n) {
  int bits = 0;
  while (bits < 63 && (std::int64_t(1) << bits) < n)
    ++bits;
  return bits;
}

/// The series that point i belongs to.
struct series_of_points {
  const std::int64_t* offsets;
  std::int64_t series;
  __device__ std::int64_t operator()(std::int64_t i) const { return flow::count_below(offsets, series + 1, i + 1) - 1; }
};

/// Key by falling significance; with by_series by series first.
template <class Real, class Index>
struct write_key {
  const Real* values;
  series_of_points series_of;
  bool by_series;
  sort_key* keys;
  Index* indices;
  __device__ void operator()(std::int64_t i) const {
    constexpr sort_key greatest = (sort_key(1) << value_bits<Real>)-1;
    const sort_key value = values[i] > 0 ? unsigned_order(values[i]) ^ sign_bit<Real> : 0;
    keys[i] = greatest - value;
    if (by_series)
      keys[i] |= static_cast<sort_key>(series_of(i)) << value_bits<Real>;
    indices[i] = static_cast<Index>(i);
  }
};

template <class Index>
struct write_series_key {
  series_of_points series_of;
  const Index* indices;
  sort_key* keys;
  __device__ void operator()(std::int64_t k) const { keys[k] = static_cast<sort_key>(series_of(indices[k])); }
};

/// Marks the k-th of the sorted points, or notes that its value is left out.
template <class Real, class Index>
struct mark_sorted {
  const Real* values;
  series_of_points series_of;
  flow::wanted_of_series wanted;
  const Index* indices;
  std::uint8_t* mask;
  Real* left_out;
  __device__ void operator()(std::int64_t k) const {
    const std::int64_t s = series_of(k), i = indices[k]; // point i is of the same series as point k
    const Real value = values[i];
    const bool keep = value > 0 && (k - series_of.offsets[s] < wanted(s) || std::isinf(value));
    mask[i] = keep;
    left_out[k] = keep ? Real(0) : value;
  }
};

/// Two arrays of sort keys, and two of points: the sorted ones, and memory for the next sort.
template <class Index>
class sorted_points {
public:
  sorted_points(device_policy const& policy, std::int64_t n)
      : policy_(policy), n_(n), keys_(policy, 2 * n), indices_(policy, 2 * n), keys(keys_.data(), keys_.data() + n),
        indices(indices_.data(), indices_.data() + n) {}

  /// Sorts by the lowest `bits` bits of the keys; equal keys keep their order.
  void sort(int bits) {
    if (bits == 0)
      return;
    detail::call_cub(policy_, "cub::DeviceRadixSort", [&](void* storage, std::size_t& bytes, cudaStream_t stream) {
      return cub::DeviceRadixSort::SortPairs(storage, bytes, keys, indices, static_cast<Index>(n_), 0, bits, stream);
    });
  }

private:
  device_policy const& policy_;
  std::int64_t n_;
  detail::temporary<sort_key, device_policy> keys_;
  detail::temporary<Index, device_policy> indices_;

public:
  cub::DoubleBuffer<sort_key> keys;
  cub::DoubleBuffer<Index> indices;
};

template <class Index, class Real>
detail::kept_greatest<Real> keep_sorted(device_policy const& policy, const Real* values, std::int64_t n,
                                        flow::wanted_of_series const& wanted, std::int64_t series, std::uint8_t* mask) {
  const series_of_points series_of{wanted.offsets, series};
  const int series_bits = bits_below(series);
  const bool at_once = value_bits<Real> + series_bits <= std::numeric_limits<sort_key>::digits;

  sorted_points<Index> points(policy, n);
  detail::for_each_index(
      policy, n, write_key<Real, Index>{values, series_of, at_once, points.keys.Current(), points.indices.Current()});
  points.sort(value_bits<Real> + (at_once ? series_bits : 0));
  if (!at_once) {
    detail::for_each_index(policy, n,
                           write_series_key<Index>{series_of, points.indices.Current(), points.keys.Current()});
    points.sort(series_bits);
  }
  Real* const left_out = reinterpret_cast<Real*>(points.keys.Alternate());
  detail::for_each_index(policy, n,
                         mark_sorted<Real, Index>{values, series_of, wanted, points.indices.Current(), mask, left_out});
  return {flow::count_mask(policy, mask, n), flow::greatest_of(policy, static_cast<const Real*>(left_out), n)};
}

} // namespace

template <class Real>
detail::kept_greatest<Real> keep_greatest_of_each_on_cuda<Real>::run(device_policy const& policy, const Real* values,
                                                                     std::int64_t n,
                                                                     flow::wanted_of_series const& wanted,
                                                                     std::int64_t series, std::uint8_t* mask) {
  if (n == 0)
    return {0, Real(0)};
  if (n <= std::numeric_limits<std::uint32_t>::max())
    return keep_sorted<std::uint32_t>(policy, values, n, wanted, series, mask);
  return keep_sorted<std::uint64_t>(policy, values, n, wanted, series, mask);
}

void series_amounts_on_cuda::check(device_policy const& policy, detail::amounts_of_series const& amounts,
                                   std::int64_t series) {
  flow::check_amounts(policy, amounts, series);
}

std::int64_t series_amounts_on_cuda::count_wanted(device_policy const& policy, flow::wanted_of_series const& wanted,
                                                  std::int64_t series) {
  return flow::count_wanted(policy, wanted, series);
}

template struct keep_greatest_of_each_on_cuda<float>;
template struct keep_greatest_of_each_on_cuda<double>;

} // namespace thrustline::gpu
