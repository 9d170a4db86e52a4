// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#include <cub/device/device_select.cuh>
#endif
#include <thrust/iterator/counting_iterator.h>

#include "core/flow/count_below.hpp"
#include "core/flow/tabulated.hpp"
#include <thrustline/detail/cuda_call.hpp>
#include <thrustline/detail/for_each_range.hpp>
#include <thrustline/detail/read_back.hpp>
#include <thrustline/detail/reduce.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>

/// Lists from masks: the indices that are set, and where each series' part of the list begins.
namespace thrustline::flow {

template <class Flag>
struct count_in_range {
  Flag flag;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t begin, std::int64_t end) const {
    std::int64_t count = 0;
    for (std::int64_t i = begin; i < end; ++i)
      count += flag(i) ? 1 : 0;
    return count;
  }
};

/// Writes the indices of a range, a block at a time. Every index goes into a local block; the next one overwrites it if
/// it is not listed. So no branch depends on the flags, which processors cannot predict.
template <class Flag>
struct list_range {
  Flag flag;
  std::int64_t n;
  std::int64_t* indices;
  std::int64_t* total;
  THRUSTLINE_HD void operator()(std::int64_t begin, std::int64_t end, std::int64_t before) const {
    constexpr std::int64_t together = 64;
    std::int64_t block[together];
    for (std::int64_t i = begin; i < end; i += together) {
      const std::int64_t stop = end - i < together ? end : i + together;
      std::int64_t found = 0;
      for (std::int64_t j = i; j < stop; ++j) {
        block[found] = j;
        found += flag(j) ? 1 : 0;
      }
      for (std::int64_t k = 0; k < found; ++k)
        indices[before + k] = block[k];
      before += found;
    }
    if (end == n)
      *total = before;
  }
};

#if defined(__CUDACC__)

/// The selection of the indices i in [0, n) with flag(i), as detail::call_cub() takes it.
template <class Flag>
struct select_indices {
  static constexpr const char* name = "cub::DeviceSelect::Flagged";

  std::int64_t n;
  Flag flag;
  std::int64_t *indices, *total;

  cudaError_t operator()(void* storage, std::size_t& bytes, cudaStream_t stream) const {
    return cub::DeviceSelect::Flagged(storage, bytes, thrust::counting_iterator<std::int64_t>(0), tabulated(flag),
                                      indices, total, n, stream);
  }
};

#endif

/// Writes the indices i in [0, n) with flag(i), ascending, and their number.
template <class Policy, class Flag>
void write_indices(Policy const& policy, std::int64_t n, Flag flag, std::int64_t* indices, std::int64_t* total) {
  if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
    const select_indices<Flag> select{n, flag, indices, total};
    detail::call_cub(policy, select.name, select);
#endif
  } else {
    detail::for_each_range_from(policy, n, std::int64_t(0), count_in_range<Flag>{flag}, detail::plus<std::int64_t>{},
                                list_range<Flag>{flag, n, indices, total});
  }
}

struct is_kept {
  const std::uint8_t* mask;
  THRUSTLINE_HD bool operator()(std::int64_t i) const { return mask[i] != 0; }
};

/// Writes the indices i in [0, n) with mask[i] != 0, ascending, in memory taken ahead: so side_work may do it.
template <class Policy>
class kept_indices {
public:
  kept_indices(Policy const& policy, std::int64_t n)
      : n_(n), indices_(policy, n), total_(policy, 1), storage_(policy, bytes_of_storage(n)) {}

  void write(Policy const& policy, const std::uint8_t* mask) const {
    if (n_ == 0)
      return;
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      const select_indices<is_kept> select{n_, {mask}, indices_.data(), total_.data()};
      auto bytes = static_cast<std::size_t>(bytes_of_storage(n_));
      detail::check_cuda(select(storage_.data(), bytes, detail::stream_of(policy)), select.name);
#endif
    } else {
      write_indices(policy, n_, is_kept{mask}, indices_.data(), total_.data());
    }
  }

  const std::int64_t* data() const { return indices_.data(); }

private:
  static std::ptrdiff_t bytes_of_storage([[maybe_unused]] std::int64_t n) {
    std::size_t bytes = 0;
    if constexpr (detail::is_cuda<Policy>) {
#if defined(__CUDACC__)
      const select_indices<is_kept> select{n, {nullptr}, nullptr, nullptr};
      detail::check_cuda(select(nullptr, bytes, nullptr), select.name);
#endif
    }
    return static_cast<std::ptrdiff_t>(bytes > 0 ? bytes : 1); // null would stand for a query
  }

  std::int64_t n_;
  detail::temporary<std::int64_t, Policy> indices_, total_;
  detail::temporary<unsigned char, Policy> storage_;
};

/// Writes the indices as write_indices() does; returns the number, for which it waits.
template <class Policy, class Flag>
std::int64_t list_indices(Policy const& policy, std::int64_t n, Flag flag, std::int64_t* indices) {
  const detail::temporary<std::int64_t, Policy> total(policy, 1);
  write_indices(policy, n, flag, indices, total.data());
  return detail::read_back(policy, total.data());
}

/// The sum of a block of bytes. Compilers add many of them at once to numbers that just hold the sum.
struct sum_of_block {
  static constexpr std::int64_t lanes = 32, size = 128 * lanes; ///< a lane's sum fits in 16 bits

  const std::uint8_t* bytes;
  std::int64_t n;

  std::int64_t operator()(std::int64_t block) const {
    const std::int64_t begin = block * size, end = begin + size < n ? begin + size : n;
    std::uint16_t sums[lanes] = {};
    std::int64_t i = begin, total = 0;
    for (; i + lanes <= end; i += lanes)
      for (std::int64_t k = 0; k < lanes; ++k)
        sums[k] = static_cast<std::uint16_t>(sums[k] + bytes[i + k]);
    for (; i < end; ++i)
      total += bytes[i];
    for (std::uint16_t sum : sums)
      total += sum;
    return total;
  }
};

/// The sum of n bytes: the number of points kept, for a mask of zeros and ones.
template <class Policy>
std::int64_t count_mask(Policy const& policy, const std::uint8_t* mask, std::int64_t n) {
  if constexpr (detail::is_cuda<Policy>)
    return detail::reduce<std::int64_t>(policy, mask, n, std::int64_t(0), detail::plus<std::int64_t>{});
  else
    return sum_over(policy, (n + sum_of_block::size - 1) / sum_of_block::size, sum_of_block{mask, n});
}

/// kept_offsets[s]: entries of the list of kept points before series s.
struct locate_series {
  const std::int64_t* offsets;
  const std::int64_t* kept;
  std::int64_t kept_count;
  std::int64_t* kept_offsets;
  THRUSTLINE_HD void operator()(std::int64_t s) const { kept_offsets[s] = count_below(kept, kept_count, offsets[s]); }
};

} // namespace thrustline::flow
