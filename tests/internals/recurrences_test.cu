// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/gpu/device_call.hpp"
#include "simplify/gpu/bounded/spines/recurrences.cuh"

#include "hard_lines.hpp"
#include "random_numbers.hpp"

// The boxes whose points all occurred shortly before, against a look-up of each point.
// Not `using namespace thrustline`: in the code that nvcc adds for kernels ::cuda would be ambiguous.
namespace thrustline::test {
namespace {

constexpr int levels = 3;
using boxes_by_level = std::array<std::vector<std::int32_t>, levels + 1>;

/// The boxes' indices as a device finds them.
template <class Real, int D>
boxes_by_level found_on_device(std::vector<Real> const& line) {
  const on_cuda_nosync with_stream;
  detail::executor_state on(0, with_stream.stream.get(), "", std::make_shared<detail::device_workspace>(0));
  const thrustline::gpu::device_call device(on);
  const ready_device_array<Real> coordinates(line);
  const auto points = static_cast<std::int64_t>(line.size()) / D;
  const thrustline::gpu::recurrences<thrustline::gpu::device_policy> made(
      device.policy(), thrustline::gpu::bits_of(reinterpret_cast<const point<Real, D>*>(coordinates.data()), points),
      levels);
  check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  boxes_by_level boxes;
  for (int level = 1; level <= levels; ++level) {
    std::vector<std::int32_t>& of_level = boxes[level];
    of_level.resize(static_cast<std::size_t>(thrustline::gpu::box_tree<Real, D>::boxes_of_level(points, level)));
    check_cuda(cudaMemcpy(of_level.data(), made.boxes().earlier[level], of_level.size() * sizeof(std::int32_t),
                          cudaMemcpyDeviceToHost),
               "cudaMemcpy");
  }
  return boxes;
}

/// The same, where equal points count up to a distance of `reach` points.
template <class Real, int D>
boxes_by_level found_by_look_up(std::vector<Real> const& line, std::int64_t reach) {
  boxes_by_level boxes;
  std::map<std::array<Real, D>, std::int64_t> last;
  const auto points = static_cast<std::int64_t>(line.size()) / D;
  for (std::int64_t i = 0; i < points; ++i) {
    std::array<Real, D> at;
    std::copy_n(line.begin() + i * D, D, at.begin());
    const auto [before, is_new] = last.try_emplace(at, -1);
    const std::int64_t earlier = i - before->second <= reach ? before->second : -1;
    before->second = i;
    for (int level = 1; level <= levels; ++level) {
      const auto b = static_cast<std::size_t>(i >> 5 * level);
      if (b == boxes[level].size())
        boxes[level].push_back(std::numeric_limits<std::int32_t>::max());
      boxes[level][b] = std::min(boxes[level][b], static_cast<std::int32_t>(earlier));
    }
  }
  return boxes;
}

/// Checks that the device finds no other recurrences than there are, and those within 4096 points.
template <class Real, int D>
void check_found(std::vector<Real> const& line) {
  const boxes_by_level found = found_on_device<Real, D>(line);
  const boxes_by_level all = found_by_look_up<Real, D>(line, std::numeric_limits<std::int32_t>::max());
  const boxes_by_level near = found_by_look_up<Real, D>(line, 4096);
  for (int level = 1; level <= levels; ++level) {
    CAPTURE(level);
    REQUIRE(found[level].size() == all[level].size());
    std::int64_t wrong = 0;
    for (std::size_t b = 0; b < all[level].size(); ++b)
      wrong += found[level][b] > all[level][b] || found[level][b] < near[level][b];
    CHECK(wrong == 0);
  }
}

template <class Real, int D>
std::vector<Real> random_places(std::int64_t n, std::int64_t places) {
  random_numbers numbers(65);
  return line_of_places<Real, D>(n, [&](std::int64_t) {
    const auto place = static_cast<double>(numbers.below(places));
    return std::array<double, 3>{place, 2 * place, 3 * place};
  });
}

} // namespace

TEST_CASE_TEMPLATE("boxes of points that recur", Real, float, double) {
  if (no_device("boxes of points that recur"))
    return;
  for (std::int64_t n : {1, 31, 33, 4096, 4097, 8192, 20000, 100001}) {
    CAPTURE(n);
    check_found<Real, 2>(rest<Real, 2>(n));
    check_found<Real, 3>(laps<Real, 3>(n, 100));
    check_found<Real, 2>(laps<Real, 2>(n, 3000));
    check_found<Real, 2>(laps<Real, 2>(n, 7000));
    check_found<Real, 3>(two_in_turn<Real, 3>(n));
    check_found<Real, 2>(random_places<Real, 2>(n, 1000));
    check_found<Real, 3>(random_places<Real, 3>(n, 50000));
    check_found<Real, 2>(fine_spiral<Real, 2>(n));
  }
}

} // namespace thrustline::test
