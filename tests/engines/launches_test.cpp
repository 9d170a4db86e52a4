// SPDX-License-Identifier: MIT
// Counts the library's kernel launches: the linker's --wrap leads them through the functions below.
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "device_array.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

int launches = 0;

} // namespace

extern "C" {

/// <<<>>> compiles to a call of this.
cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                      std::size_t shared_bytes, cudaStream_t stream) {
  ++launches;
  return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    std::size_t shared_bytes, cudaStream_t stream) {
  ++launches;
  return __real_cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  ++launches;
  return __real_cudaLaunchKernelExC(config, kernel, arguments);
}

} // extern "C"

namespace {

constexpr std::int64_t longest = 1200000;
const auto options = simplify_options{}.tolerance(2);

/// `series` pieces of a curve of a kind, of 3 points or more: one of `most` and the others of up to `others`.
template <class Real, int D>
batch<Real, D> ragged_pieces(const char* kind, std::int64_t series, std::int64_t others, std::int64_t most = longest) {
  random_numbers numbers(71);
  const std::vector<Real> curve = make<Real, D>(kind, most, 72);
  batch<Real, D> made;
  for (std::int64_t s = 0; s < series; ++s) {
    const std::int64_t n = s == series / 2 ? most : 3 + numbers.below(others - 2);
    const std::int64_t first = numbers.below(most - n + 1);
    made.add({curve.begin() + D * first, curve.begin() + D * (first + n)});
  }
  return made;
}

/// Number of launches of one call on arrays in device memory; checks the mask.
template <class Real, int D>
int launches_for(batch<Real, D> const& host) {
  INFO(host.series(), " series, ", host.points(), " points");
  const device_array<Real> coordinates(host.coordinates);
  const device_array<std::int64_t> offsets(host.offsets);
  const device_array<std::uint8_t> mask(host.points());
  const polylines<Real, D> lines(coordinates.data(), host.points(), offsets.data(), host.series(), memory::device);
  launches = 0;
  simplify(executor::cuda(), lines, options, mask.data());
  const int counted = launches;
  CHECK(difference(mask.host(), simplify_mask(executor::cpu(), host.view(), options)) == "");
  return counted;
}

#define SOME_POINT_TYPES points_of<float, 1>, points_of<float, 2>, points_of<double, 2>, points_of<double, 3>

} // namespace

TEST_CASE_TEMPLATE("a ragged batch takes few launches, whatever its lengths", T, SOME_POINT_TYPES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("launches of ragged batches"))
    return;
  const int widely_ragged = launches_for(ragged_pieces<Real, D>("walk", 190000, 60));
  CHECK(widely_ragged > 0);
  CHECK(widely_ragged <= 12);
  CHECK(launches_for(ragged_pieces<Real, D>("walk", 30000, 300)) == widely_ragged);
  CHECK(launches_for(ragged_pieces<Real, D>("walk", 100000, 20)) == widely_ragged);
  CHECK(launches_for(ragged_pieces<Real, D>("walk", 20000, 2000, 2500)) == widely_ragged);
  CHECK(launches_for(ragged_pieces<Real, D>("smooth", 30000, 300)) == widely_ragged);
  CHECK(launches_for(ragged_pieces<Real, D>("walk", 190000, 60, 1024)) <= widely_ragged); // all series are short
}

// Spines of the split tree are cut in rounds, most of 512 cuts or more: see bounded_engine.cuh. The first spine makes
// one more level of boxes.
TEST_CASE_TEMPLATE("noise takes a bounded number of launches per round of spines", T, SOME_POINT_TYPES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("launches of noise"))
    return;
  constexpr std::int64_t most_of_a_round = 16, of_the_first = 1;
  constexpr std::int64_t most_poor_rounds = 9, cuts_of_others = 512;
  const batch<Real, D> walks = ragged_pieces<Real, D>("walk", 10000, 60, 2500);
  const int without = launches_for(walks);
  for (std::int64_t series : {1, 20})
    for (const char* kind : {"integer noise", "binary noise"}) {
      INFO(series, " series of ", kind);
      batch<Real, D> lines = walks;
      std::int64_t kept = 0;
      for (std::int64_t s = 0; s < series; ++s) {
        const std::vector<Real> noise = make<Real, D>(kind, 20000, 73 + static_cast<std::uint64_t>(s));
        keep_mask mask(20000);
        kept += simplify(executor::cpu(), polyline<Real, D>(noise.data(), 20000), options, mask.data()).kept;
        lines.add(noise);
      }
      const std::int64_t more = launches_for(lines) - without - of_the_first;
      CHECK(more > 0);
      CHECK(more <= most_of_a_round * (most_poor_rounds + kept / cuts_of_others));
    }
}

TEST_CASE_TEMPLATE("a long line alone takes no more launches than a ragged batch", T, SOME_POINT_TYPES) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("launches of long lines"))
    return;
  const int ragged = launches_for(ragged_pieces<Real, D>("walk", 1000, 60));
  for (const char* kind : {"walk", "smooth"}) {
    INFO(kind);
    CHECK(launches_for(ragged_pieces<Real, D>(kind, 1, 3)) <= ragged);
  }
}
