// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/tabulate.h>

#include <cstdint>
#include <string>

#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/simplify.hpp>

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

/// Bytes of free device memory are fewer than needed: the test says so.
bool too_small(std::size_t bytes, const char* test) {
  std::size_t free_bytes = 0, all_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  if (free_bytes >= bytes)
    return false;
  skip(std::string(test) + ": needs " + std::to_string(bytes >> 30) + " GiB of free device memory");
  return true;
}

/// The ends and the corners are kept, nothing else.
void check_kept(broken_line const& line, device_array<std::uint8_t> const& keep, std::int64_t n) {
  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{1}) == 5);
  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{0}) == n - 5);
  for (std::int64_t i : {std::int64_t{0}, line.corner[0], line.corner[1], line.corner[2], n - 1}) {
    CAPTURE(i);
    std::uint8_t kept = 0;
    check_cuda(cudaMemcpy(&kept, keep.data() + i, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
    CHECK(kept == 1);
  }
}

} // namespace

TEST_CASE("the loop on a series of more than 2^31 points") {
  if (no_device("the loop on more than 2^31 points"))
    return;
  std::int64_t const n = (std::int64_t{1} << 31) + 54321;
  if (too_small(40 * static_cast<std::size_t>(n), "the loop on more than 2^31 points"))
    return;
  broken_line const line{{n / 5, n / 2, n - 77}};
  auto const points = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), line);
  device_array<std::uint8_t> keep(n);
  own_stream const stream;
  rdp(thrust::cuda::par_nosync.on(stream.get()), points, points + n, 0.5, keep.data(), vertical_distance{});
  check_cuda(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
  check_kept(line, keep, n);
}

TEST_CASE("the default engine on a series of three thousand million points") {
  if (no_device("the default engine on 3 * 10^9 points"))
    return;
  std::int64_t const n = 3000000000;
  if (too_small(16 * static_cast<std::size_t>(n), "the default engine on 3 * 10^9 points"))
    return;
  broken_line const line{{n / 5, n / 2, n - n / 7}}; // no corner so flat that its neighbours are as far by rounding
  device_array<double> values(n);
  thrust::tabulate(thrust::cuda::par, values.data(), values.data() + n, line);
  device_array<std::uint8_t> keep(n);
  simplify_outputs<double, 1> outputs;
  outputs.keep_mask = keep.data();
  outputs.where = memory::device;
  simplify_report const report = simplify(executor::cuda(), polyline<double, 1>(values.data(), n, memory::device),
                                          simplify_options{}.tolerance(0.5).metric(metric::vertical), outputs);
  CHECK(report.used == engine::bounded);
  CHECK(report.kept == 5);
  check_kept(line, keep, n);
}
