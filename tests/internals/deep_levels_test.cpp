// SPDX-License-Identifier: MIT
#include "warp_on_cpu.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/algorithms/detail/rdp_steps.hpp>
#include <thrustline/geometry/metrics.hpp>

// The CUDA compiler does not give these warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include "simplify/gpu/bounded/deep_levels.cuh"
#pragma GCC diagnostic pop

#include "batch.hpp"
#include "compare.hpp"
#include "generators.hpp"
#include "random_numbers.hpp"

// Levels beyond the range of the marks, which warps of engine `bounded` find on a GPU, on CPU cores: the deepest
// of many short segments is the one that engine `recursive` reports.
using namespace thrustline;
using namespace thrustline::test;

namespace {

using kept_segment = thrustline::gpu::leveled_segment<std::int32_t>;

/// Segments of up to 20 steps along a line, any of which may be the deepest.
std::vector<kept_segment> some_segments(std::int32_t points, random_numbers& numbers) {
  std::vector<kept_segment> made;
  for (std::int32_t first = 0; first + 21 < points;) {
    const auto steps = static_cast<std::int32_t>(1 + numbers.below(20));
    made.push_back({{first, first + steps}, 255 + static_cast<unsigned>(numbers.below(8))});
    first += steps;
  }
  return made;
}

unsigned levels_of_plain_engine(std::vector<float> const& line, kept_segment const& of, double tolerance) {
  batch<float, 1> alone;
  alone.add({line.begin() + of.ends.first, line.begin() + of.ends.last + 1});
  const auto options = simplify_options{}.tolerance(tolerance).metric(metric::vertical);
  return static_cast<unsigned>(reference(alone.view(), options).report.levels);
}

/// Keeps all segments, each after a cut on the level above its own, and checks the deepest level found.
template <int Rows>
void check_deepest(std::vector<float> const& line, std::vector<kept_segment> const& segments, double tolerance) {
  unsigned expected = 0;
  for (kept_segment const& each : segments) {
    expected = std::max(expected, each.level - 1);
    if (each.ends.last - each.ends.first > 1)
      expected = std::max(expected, each.level + levels_of_plain_engine(line, each, tolerance) - 1);
  }
  const auto* const points = reinterpret_cast<const point<float, 1>*>(line.data());
  const detail::same_tolerance<float> same{static_cast<float>(tolerance)};
  thrustline::gpu::waiting_segments<std::int32_t> waiting;
  thrustline::gpu::deferred_segments<std::int32_t, Rows> deferred;
  std::vector<unsigned> found(cpu_warp::lanes);
  cpu_warp::run([&](int lane) {
    const vertical_distance vertical;
    const thrustline::gpu::depth_search search(points, vertical, same, waiting, lane);
    unsigned deepest = 0;
    deferred.begin(lane);
    for (kept_segment const& each : segments) {
      deepest = std::max(deepest, each.level - 1);
      deferred.keep(each, deepest, lane, search);
    }
    deferred.finish(deepest, lane, search);
    found[static_cast<std::size_t>(lane)] = deepest;
  });
  for (unsigned each : found)
    CHECK(each == expected);
}

} // namespace

TEST_CASE("the deepest short segment is that of engine recursive") {
  random_numbers numbers(61);
  for (const std::string name : {"integer noise", "walk", "zig-zag"})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      INFO(name, ", seed ", seed);
      const auto line = make<float, 1>(name, 400, seed);
      const auto segments = some_segments(400, numbers);
      const double tolerance = seed % 2 == 0 ? find_kind(name).tolerance : 0; // some of it is kept, or all
      check_deepest<1>(line, segments, tolerance);
      check_deepest<4>(line, segments, tolerance);
    }
}

TEST_CASE("the deepest segment of a comb, where each may be deepest") {
  std::vector<float> comb(1200);
  for (std::size_t i = 0; i < comb.size(); ++i)
    comb[i] = static_cast<float>(i % 2 * 100) + 0.001f * static_cast<float>(i);
  std::vector<kept_segment> segments;
  for (std::int32_t first = 0; first + 80 < 1200; first += 80)
    segments.push_back({{first, first + 80}, 255 + static_cast<unsigned>(first) / 80});
  check_deepest<1>(comb, segments, 1);
  check_deepest<4>(comb, segments, 1);
}
