// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/mismatch.h>
#include <thrust/tabulate.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/significance.hpp>

#include "generators.hpp"
#include "masks.hpp"
#include "most_workspace.hpp"

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

/// Ones on [first, end), zeros elsewhere. Every chord is flat or leads from one value to the other, so its ranks order
/// as the steps converted to float do, and the first of the farthest points is known.
struct raised_part {
  std::int64_t first, end;
  THRUSTLINE_HD float operator()(std::int64_t i) const { return i >= first && i < end ? 1.0f : 0.0f; }
};

/// The least step that converts to the same float as this one.
std::int64_t first_of_its_float(std::int64_t step) {
  while (static_cast<float>(step - 1) == static_cast<float>(step))
    --step;
  return step;
}

/// Repeats the values of a series.
struct copies_of {
  const float* values;
  std::int64_t count;
  THRUSTLINE_HD float operator()(std::int64_t i) const { return values[i % count]; }
};

/// The first point whose result differs from that of the same point of the first series; the number of points if none.
template <class Result>
std::int64_t first_unlike_copy(device_array<Result> const& results, std::int64_t of_series) {
  Result* const first = results.data();
  return thrust::mismatch(thrust::cuda::par, first + of_series, first + results.size(), first).first - first;
}

/// Whether too little device memory is free, with a reserve for other programs; then skips the test.
bool too_small(std::size_t bytes, std::string const& test) {
  constexpr std::size_t mebibyte = 1 << 20, beside = 256 * mebibyte;
  std::size_t free_bytes = 0, all_bytes = 0;
  check_cuda(cudaMemGetInfo(&free_bytes, &all_bytes), "cudaMemGetInfo");
  if (free_bytes >= bytes + beside)
    return false;
  skip(test + ": needs " + std::to_string((bytes + beside) / mebibyte) + " MiB of free device memory");
  return true;
}

/// Checks that exactly these points are kept.
void check_kept(std::vector<std::int64_t> const& expected, device_array<std::uint8_t> const& keep) {
  const std::int64_t n = keep.size(), count = static_cast<std::int64_t>(expected.size());
  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{1}) == count);
  CHECK(thrust::count(thrust::cuda::par, keep.data(), keep.data() + n, std::uint8_t{0}) == n - count);
  for (std::int64_t i : expected) {
    CAPTURE(i);
    std::uint8_t kept = 0;
    check_cuda(cudaMemcpy(&kept, keep.data() + i, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
    CHECK(kept == 1);
  }
}

} // namespace

TEST_CASE("rdp takes a series of more than 2^31 points") {
  if (no_device("the loop on more than 2^31 points"))
    return;
  const std::int64_t n = (std::int64_t{1} << 31) + 54321;
  if (too_small(40 * static_cast<std::size_t>(n), "the loop on more than 2^31 points"))
    return;
  const broken_line line{{n / 5, n / 2, n - 77}};
  const auto points = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), line);
  device_array<std::uint8_t> keep(n);
  const own_stream stream;
  rdp(thrust::cuda::par_nosync.on(stream.get()), points, points + n, 0.5, keep.data(), vertical_distance{});
  check_cuda(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
  check_kept({0, line.corner[0], line.corner[1], line.corner[2], n - 1}, keep);
}

TEST_CASE("the default engine takes billions of floats") {
  if (no_device("the default engine on thousands of millions of floats"))
    return;
  // The longest series with 32-bit indices; then the raised part lies beyond 2^31 and beyond 2^32.
  for (std::int64_t n : {(std::int64_t{1} << 31) - 3, std::int64_t{3000000000}, std::int64_t{6000000000}}) {
    CAPTURE(n);
    const auto mask_bytes = static_cast<std::size_t>(n);
    const std::size_t most = most_workspace(polyline<float, 1>(nullptr, n, memory::device), mask_bytes);
    if (too_small(sizeof(float) * mask_bytes + mask_bytes + most,
                  "the default engine on " + std::to_string(n) + " floats"))
      return;
    // A segment that leads up or down is cut at the last point of its first value, if no point before it is as far.
    const std::int64_t before = first_of_its_float(n / 4 * 3), first = before + 1;
    const std::int64_t last = first + first_of_its_float(n / 20);
    const raised_part part{first, last + 1};
    device_array<float> values(n);
    thrust::tabulate(thrust::cuda::par, values.data(), values.data() + n, part);
    device_array<std::uint8_t> keep(n);
    const executor on = executor::cuda();
    const simplify_report report = simplify(on, polyline<float, 1>(values.data(), n, memory::device),
                                            simplify_options{}.tolerance(0.5).metric(metric::vertical), keep.data());
    CHECK(report.used == engine::bounded);
    CHECK(report.kept == 6);
    CHECK(on.workspace_peak() <= most);
    check_kept({0, before, first, last, last + 1, n - 1}, keep);
  }
}

// Each copy begins at another offset within its box, tile and word of bits; the last 852 lie beyond 2^31.
TEST_CASE("billions of points in copies of a walk equal the walk alone") {
  const std::string name = "three thousand copies of a walk";
  if (no_device(name))
    return;
  const std::int64_t n = 1000000, series = 3000;
  polylines<float, 1> lines(nullptr, n * series, nullptr, series, memory::device);
  const auto mask_bytes = static_cast<std::size_t>(lines.points), value_bytes = sizeof(float) * mask_bytes;
  const std::size_t most = most_workspace(lines, mask_bytes), most_of_values = most_workspace(lines, value_bytes);
  if (too_small(value_bytes + mask_bytes + most, name))
    return;
  const std::vector<float> walk = make<float, 1>("walk", n, 7);
  std::vector<std::int64_t> begins(static_cast<std::size_t>(series + 1));
  for (std::size_t s = 0; s < begins.size(); ++s)
    begins[s] = n * static_cast<std::int64_t>(s);
  const device_array<float> one(walk), values(lines.points);
  const device_array<std::int64_t> offsets(begins);
  thrust::tabulate(thrust::cuda::par, values.data(), values.data() + lines.points, copies_of{one.data(), n});
  lines.coordinates = values.data();
  lines.offsets = offsets.data();
  const polyline<float, 1> on_host(walk.data(), n), alone(one.data(), n, memory::device);
  const auto options = simplify_options{}.tolerance(1).metric(metric::vertical);
  {
    const keep_mask expected = simplify_mask(executor::cpu(), on_host, options);
    const std::int64_t kept = std::count(expected.begin(), expected.end(), std::uint8_t{1});
    CHECK(kept > n / 10);
    CHECK(difference(simplify_mask(executor::cuda(), alone, options), expected) == "");
    const device_array<std::uint8_t> keep(lines.points);
    const executor on = executor::cuda();
    const simplify_report report = simplify(on, lines, options, keep.data());
    CHECK(report.used == engine::bounded);
    CHECK(report.kept == series * kept);
    CHECK(on.workspace_peak() <= most);
    CHECK(difference(keep.host(n), expected) == "");
    CHECK(first_unlike_copy(keep, n) == lines.points);
  }
  if (too_small(value_bytes + most_of_values, "significance of " + name)) // beside the points
    return;
  const std::vector<float> expected = significance(executor::cpu(), on_host, options);
  CHECK((significance(executor::cuda(), alone, options) == expected));
  const device_array<float> significances(lines.points);
  const executor on = executor::cuda();
  significance(on, lines, options, significances.data());
  CHECK(on.workspace_peak() <= most_of_values);
  CHECK((significances.host(n) == expected));
  CHECK(first_unlike_copy(significances, n) == lines.points);
}
