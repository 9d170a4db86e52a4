// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>
#include <thrust/equal.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <string>

#include <thrustline/primitives/head_flags_keys_offsets.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>

using namespace thrustline;
using namespace thrustline::test;

/// Layouts given by a formula, so that the device itself can check every value.
namespace {

constexpr std::int64_t hundred_million = 100000000, beyond_32_bits = (std::int64_t{1} << 31) + 12345;

/// Whether the device has less free memory; then skips the test.
bool no_room(std::string const& what, std::size_t bytes) {
  std::size_t free_bytes = 0, all_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  if (free_bytes > bytes)
    return false;
  skip(what + ": needs " + std::to_string(bytes >> 30) + " GiB of free device memory");
  return true;
}

/// Segments of `length` items, the last one shorter.
template <class Index>
struct key_at {
  Index length;
  THRUSTLINE_HD Index operator()(Index i) const { return i / length; }
};

template <class Index>
struct flag_at {
  Index length;
  THRUSTLINE_HD std::uint8_t operator()(Index i) const { return i % length == 0; }
};

template <class Index>
struct offset_at {
  Index length, n;
  THRUSTLINE_HD Index operator()(Index s) const { return s < (n + length - 1) / length ? s * length : n; }
};

/// Rises and falls within a segment; the largest value comes three times.
template <class Index>
struct value_at_item {
  Index length;
  THRUSTLINE_HD float operator()(Index i) const { return static_cast<float>((i % length) / 3 % 4); }
};

template <class Index>
struct found_at {
  Index length;
  THRUSTLINE_HD indexed<float, Index> operator()(Index s) const { return {3.0f, s * length + 9}; }
};

struct same_found {
  template <class Found>
  THRUSTLINE_HD bool operator()(Found const& a, Found const& b) const {
    return a.value == b.value && a.index == b.index;
  }
};

template <class Index, class F>
auto computed(F f) {
  return thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), f);
}

template <class T, class Index, class F>
bool is_computed(device_array<T> const& got, Index count, F f) {
  check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return thrust::equal(thrust::cuda::par, got.data(), got.data() + count, computed<Index>(f));
}

template <class Index>
void check_conversions(Index n, Index length) {
  on_cuda_nosync on;
  const Index m = (n + length - 1) / length;
  device_array<std::uint8_t> flags(n);
  device_array<Index> keys(n), offsets(m + 1);
  const flag_at<Index> flag{length};
  const key_at<Index> key{length};
  const offset_at<Index> offset{length, n};

  keys_from_head_flags(on.policy(), computed<Index>(flag), n, keys.data());
  CHECK(is_computed(keys, n, key));
  offsets_from_keys(on.policy(), keys.data(), n, offsets.data());
  CHECK(is_computed(offsets, m + 1, offset));
  head_flags_from_offsets(on.policy(), offsets.data(), m, n, flags.data());
  CHECK(is_computed(flags, n, flag));
  keys_from_offsets(on.policy(), computed<Index>(offset), m, n, keys.data());
  CHECK(is_computed(keys, n, key));
  head_flags_from_keys(on.policy(), computed<Index>(key), n, flags.data());
  CHECK(is_computed(flags, n, flag));
  offsets_from_head_flags(on.policy(), flags.data(), n, offsets.data());
  CHECK(is_computed(offsets, m + 1, offset));
}

/// n: a multiple of the length.
template <class Index>
void check_arg_max(Index n, Index length) {
  on_cuda_nosync on;
  const Index m = n / length;
  device_array<indexed<float, Index>> farthest(m);
  segmented_arg_max(on.policy(), computed<Index>(key_at<Index>{length}), n,
                    computed<Index>(value_at_item<Index>{length}), farthest.data());
  check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  CHECK(thrust::equal(thrust::cuda::par, farthest.data(), farthest.data() + m, computed<Index>(found_at<Index>{length}),
                      same_found{}));
}

} // namespace

TEST_CASE_TEMPLATE("primitives take 10^8 items on a device", Index, std::int32_t, std::int64_t) {
  if (no_device("10^8 items") || no_room("10^8 items", std::size_t{4} << 30))
    return;
  for (std::int64_t length : {std::int64_t{1}, std::int64_t{7}, std::int64_t{1000003}, hundred_million}) {
    CAPTURE(length);
    check_conversions<Index>(static_cast<Index>(hundred_million), static_cast<Index>(length));
  }
  for (std::int64_t length : {std::int64_t{10}, std::int64_t{1000}, hundred_million}) {
    CAPTURE(length);
    check_arg_max<Index>(static_cast<Index>(hundred_million), static_cast<Index>(length));
  }
}

TEST_CASE("primitives take more than 2^31 items on a device") {
  if (no_device("more than 2^31 items") || no_room("more than 2^31 items", std::size_t{64} << 30))
    return;
  check_conversions<std::int64_t>(beyond_32_bits, 12);
  check_conversions<std::int64_t>(beyond_32_bits, beyond_32_bits);
  check_arg_max<std::int64_t>(beyond_32_bits / 30 * 30, 30);
  check_arg_max<std::int64_t>(beyond_32_bits, beyond_32_bits);
}
