// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check_rdp.hpp"

namespace thrustline::test {

/// Thrust's own vectors, whose iterators give proxies of the values, on thrust::device: the CPU or a GPU.
inline void run_vectors_battery() {
  const auto made = as_points<float, 2>(make<float, 2>("walk", 20000, 141));
  const mask_and_levels expected = plain_rdp(made.data(), {0, 20000}, 4, segment_distance{});

  const thrust::host_vector<point<float, 2>> on_host(made.begin(), made.end());
  const thrust::device_vector<point<float, 2>> points = on_host;
  thrust::device_vector<int> keep(20000, -1);
  const std::int64_t levels = rdp(thrust::device, points.begin(), points.end(), 4, keep.begin());
  CHECK(levels == expected.levels);
  const thrust::host_vector<int> got = keep;
  CHECK(difference(keep_mask(got.begin(), got.end()), expected.mask) == "");

  thrust::host_vector<std::uint8_t> host_keep(20000);
  CHECK(rdp(thrust::seq, on_host.begin(), on_host.end(), 4, host_keep.begin()) == expected.levels);
  CHECK(difference(keep_mask(host_keep.begin(), host_keep.end()), expected.mask) == "");
}

} // namespace thrustline::test
