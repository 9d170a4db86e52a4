// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "compare.hpp"
#include "evaluate_chords.hpp"
#include "made_chords.hpp"
#include "replay.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

template <class Real, int D, class Metric>
__global__ void evaluate(std::int64_t count, const Real* points, const std::int64_t* steps, Real* out) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count)
    evaluate_chord<Real, D, Metric>(i, points, steps, out);
}

/// Number of ranks and distances that differ in a bit.
template <class Real>
std::int64_t bit_differences(std::vector<Real> const& a, std::vector<Real> const& b) {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    count += std::memcmp(&a[i], &b[i], sizeof(Real)) != 0;
  return count;
}

} // namespace

TEST_CASE_TEMPLATE("host and device give the same rank and distance", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("ranks and distances of host and device"))
    return;
  constexpr std::int64_t count = 1000000;
  for (coordinates kind : all_coordinates) {
    CAPTURE(static_cast<int>(kind));
    auto const made = make_chords<Real, D>(kind, count, 81);
    device_array<Real> const points(made.points);
    device_array<std::int64_t> const steps(made.steps);
    for_each_metric([&](auto by, metric name) {
      INFO("metric ", to_string(name));
      using by_type = decltype(by);
      std::vector<Real> on_host(2 * count);
      evaluate_chords<Real, D, by_type>(count, made.points.data(), made.steps.data(), on_host.data());
      device_array<Real> on_device(2 * count);
      evaluate<Real, D, by_type><<<(count + 255) / 256, 256>>>(count, points.data(), steps.data(), on_device.data());
      check_cuda(cudaGetLastError(), "kernel launch");
      CHECK(bit_differences(on_device.host(), on_host) == 0);
    });
  }
}
