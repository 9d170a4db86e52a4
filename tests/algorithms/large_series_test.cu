// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <vector>

#include <thrustline/algorithms/rdp.hpp>

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Straight lines of whole slopes between corners: all other points are exactly on their chords.
struct broken_line {
  std::int64_t corner[3];
  THRUSTLINE_HD double operator()(std::int64_t i) const {
    const std::int64_t a = i < corner[0] ? i : corner[0];
    const std::int64_t b = i < corner[0] ? 0 : (i < corner[1] ? i : corner[1]) - corner[0];
    const std::int64_t c = i < corner[1] ? 0 : (i < corner[2] ? i : corner[2]) - corner[1];
    const std::int64_t d = i < corner[2] ? 0 : i - corner[2];
    return static_cast<double>(a - 2 * b + 4 * c - d);
  }
};

} // namespace

TEST_CASE("a series of more than 2^31 points") {
  if (no_device("a series of more than 2^31 points"))
    return;
  std::int64_t const n = (std::int64_t{1} << 31) + 54321;
  std::size_t free_bytes = 0, all_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  if (free_bytes < 40 * static_cast<std::size_t>(n)) {
    skip("a series of more than 2^31 points: needs 80 GiB of free device memory");
    return;
  }
  broken_line const line{{n / 5, n / 2, n - 77}};
  auto const points = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), line);
  device_array<std::uint8_t> keep(n);
  own_stream const stream;
  rdp(thrust::cuda::par_nosync.on(stream.get()), points, points + n, 0.5, keep.data(), vertical_distance{});
  check_cuda(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");

  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{1}) == 5);
  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{0}) == n - 5);
  for (std::int64_t i : {std::int64_t{0}, line.corner[0], line.corner[1], line.corner[2], n - 1}) {
    CAPTURE(i);
    std::uint8_t kept = 0;
    check_cuda(cudaMemcpy(&kept, keep.data() + i, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
    CHECK(kept == 1);
  }
}
