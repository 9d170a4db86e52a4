// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compare.hpp"
#include "evaluate_chords.hpp"
#include "made_chords.hpp"
#include "made_places.hpp"
#include "replay.hpp"
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/geometry/synchronised_distance.hpp>

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

__global__ void convert(std::int64_t count, const double* degrees, double* space) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const point<double, 3> p = to_ecef(degrees[2 * i], degrees[2 * i + 1]);
  for (int k = 0; k < 3; ++k)
    space[3 * i + k] = p[k];
}

/// Number of ranks and distances that differ between host and device, for chords of points in space.
template <class Metric, class Real>
std::int64_t differences_in_space(std::int64_t count, std::vector<Real> const& points,
                                  std::vector<std::int64_t> const& steps) {
  const device_array<Real> points_there(points);
  const device_array<std::int64_t> steps_there(steps);
  std::vector<Real> on_host(2 * count);
  evaluate_chords<Real, 3, Metric>(count, points.data(), steps.data(), on_host.data());
  device_array<Real> on_device(2 * count);
  evaluate<Real, 3, Metric>
      <<<(count + 255) / 256, 256>>>(count, points_there.data(), steps_there.data(), on_device.data());
  check_cuda(cudaGetLastError(), "kernel launch");
  return bit_differences(on_device.host(), on_host);
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
    const auto made = make_chords<Real, D>(kind, count, 81);
    const device_array<Real> points(made.points);
    const device_array<std::int64_t> steps(made.steps);
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

TEST_CASE("host and device convert degrees and measure to the same bits") {
  if (no_device("places on the Earth, of host and device"))
    return;
  constexpr std::int64_t count = 3000000;
  const made_degrees made(count, 82);
  std::vector<double> on_host(3 * count);
  for (std::int64_t i = 0; i < count; ++i) {
    const point<double, 3> p = to_ecef(made.degrees[2 * i], made.degrees[2 * i + 1]);
    std::copy_n(p.x, 3, on_host.begin() + 3 * i);
  }
  const device_array<double> degrees(made.degrees);
  device_array<double> on_device(3 * count);
  convert<<<(count + 255) / 256, 256>>>(count, degrees.data(), on_device.data());
  check_cuda(cudaGetLastError(), "kernel launch");
  CHECK(bit_differences(on_device.host(), on_host) == 0);
  const std::vector<std::int64_t> steps(2 * count / 3, 1);
  CHECK(differences_in_space<great_ellipse_distance>(count / 3, on_host, steps) == 0);
}

TEST_CASE_TEMPLATE("host and device give the same distances at equal time", Real, float, double) {
  if (no_device("distances at equal time, of host and device"))
    return;
  for (coordinates kind : all_coordinates) {
    CAPTURE(static_cast<int>(kind));
    const auto made = make_chords<Real, 3>(kind, 300000, 83);
    CHECK(differences_in_space<synchronised_distance>(300000, made.points, made.steps) == 0);
  }
}
