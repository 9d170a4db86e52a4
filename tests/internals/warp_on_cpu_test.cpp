// SPDX-License-Identifier: MIT
#include "warp_on_cpu.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

// The CUDA compiler does not give these warnings.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#include "simplify/gpu/bounded/split_in_groups.cuh"
#include "simplify/gpu/fused/fused_series.cuh"
#include "simplify/gpu/fused/split_together.cuh"
#pragma GCC diagnostic pop

#include "batch.hpp"
#include "compare.hpp"
#include "generators.hpp"
#include "random_numbers.hpp"

// A warp splits a series of up to 1024 points, the heart of engine `fused`, on CPU cores: the mask and the levels
// equal those of engine `recursive`. The kernels around it are tested where there is a GPU.
using namespace thrustline;
using namespace thrustline::test;

namespace {

enum class way {
  one_by_one, ///< as engine `fused`
  in_groups,  ///< as engine `bounded` ends
  together    ///< as engine `fused` splits few columns; reports no levels
};

template <class Real, int D>
struct split_by_warp {
  keep_mask mask;
  int levels = 0;

  /// `values`: points; those with a NaN are absent.
  template <class Metric>
  split_by_warp(std::vector<Real> const& values, Metric metric, Real tolerance, way by) : mask(values.size() / D) {
    // As in shared memory, points beyond the series can be read and hold anything.
    struct alignas(16) shared_point {
      point<Real, D> p[16 / sizeof(Real)];
    };
    const int count = static_cast<int>(mask.size());
    const int readable =
        fused_points + (by == way::together ? thrustline::gpu::together_padding : thrustline::gpu::fused_padding);
    std::vector<shared_point> memory(static_cast<std::size_t>(readable) * sizeof(Real) / 16);
    auto* const points = memory.front().p;
    for (int i = 0; i < readable; ++i)
      for (int d = 0; d < D; ++d)
        points[i][d] = i < count ? values[static_cast<std::size_t>(i * D + d)] : Real(1e30) * Real(i % 3 - 1);
    const auto absent = [&](int i) { return std::isnan(points[i][0]); };
    int first = 0, last = count - 1;
    while (first <= last && absent(first))
      ++first;
    while (last > first && absent(last))
      --last;
    if (first > last)
      return;
    mask[first] = mask[last] = 1;
    if (last - first < 2)
      return;

    using group_notes = thrustline::gpu::group_notes<thrustline::gpu::keep_outcome>;
    std::vector<unsigned> words(thrustline::gpu::scratch_words), list(group_notes::words(count));
    std::vector<std::uint16_t> level_of_first(fused_points);
    std::vector<unsigned> kept(cpu_warp::lanes);
    std::vector<int> deepest(cpu_warp::lanes);
    const thrustline::gpu::shared_series series(points, metric, detail::same_tolerance<Real>{tolerance});
    const thrustline::gpu::open_segment whole{first, last, 1};
    cpu_warp::run([&](int lane) {
      if (by == way::in_groups) {
        group_notes notes(list.data(), {});
        thrustline::gpu::warp_bits bits(lane);
        bits.set(first);
        bits.set(last);
        if (last - first > thrustline::gpu::group_steps)
          thrustline::gpu::split_depth_first<thrustline::gpu::group_steps>(series, whole, bits, notes);
        else
          notes.leave(whole, lane);
        thrustline::gpu::split_in_groups(series, notes, lane);
        kept[lane] = bits.mine | notes.cuts[lane];
        deepest[lane] = notes.deepest;
        return;
      }
      if constexpr (D == 1)
        if (by == way::together) {
          thrustline::gpu::warp_bits bits(lane);
          bits.set(first);
          bits.set(last);
          const thrustline::gpu::slice_boxes<point<Real, 1>> boxes(points, first, last, lane);
          thrustline::gpu::split_together(series, first, last, boxes, words.data(), bits);
          kept[lane] = bits.mine;
          return;
        }
      thrustline::gpu::warp_notes<true> notes{words.data(), level_of_first.data()};
      kept[lane] = thrustline::gpu::split_series(series, first, last, lane, notes).mine;
      deepest[lane] = notes.deepest;
    });
    for (int i = 0; i < count; ++i)
      mask[i] = kept[i / 32] >> i % 32 & 1;
    levels = *std::max_element(deepest.begin(), deepest.end());
  }
};

template <class Real, int D, class Metric>
void check(std::vector<Real> const& values, metric by, Metric metric, double tolerance) {
  const auto count = static_cast<std::int64_t>(values.size()) / D;
  batch<Real, D> alone;
  alone.add(values);
  const answer expected =
      reference(alone.view(), simplify_options{}.tolerance(tolerance).metric(by).invalid(invalid::ignore));
  for (way each : {way::one_by_one, way::in_groups, way::together}) {
    if (each == way::together && D > 1)
      continue;
    const split_by_warp<Real, D> got(values, metric, static_cast<Real>(tolerance), each);
    CAPTURE(count);
    CAPTURE(tolerance);
    CAPTURE(static_cast<int>(each));
    CHECK(difference(got.mask, expected.mask) == "");
    if (each != way::together)
      CHECK(got.levels == expected.report.levels);
  }
}

/// All kinds of data, a third of them with a part of the points absent.
template <class Real, int D, class Metric>
void check_kinds(metric by, Metric metric, std::uint64_t seed) {
  random_numbers numbers(seed);
  constexpr std::int64_t lengths[] = {1024, 3, 33, 64, 65, 129, 130, 500, 777};
  std::size_t next = 0;
  for (kind const& each : kinds()) {
    CAPTURE(each.name);
    std::vector<Real> values = make<Real, D>(each, lengths[next % std::size(lengths)], seed + next);
    if (next++ % 3 == 1)
      for (std::size_t i = 0; i + D <= values.size(); i += D)
        if (numbers.uniform() < 0.2)
          for (int d = 0; d < D; ++d)
            values[i + d] = std::numeric_limits<Real>::quiet_NaN();
    check<Real, D>(values, by, metric, each.tolerance);
  }
}

} // namespace

TEST_CASE("a warp splits series of values like engine recursive") {
  check_kinds<float, 1>(metric::vertical, vertical_distance{}, 1);
  check_kinds<double, 1>(metric::vertical, vertical_distance{}, 2);
}

TEST_CASE("a warp splits lines like engine recursive") {
  check_kinds<float, 2>(metric::segment, segment_distance{}, 4);
  check_kinds<double, 2>(metric::line, line_distance{}, 5);
  check_kinds<double, 3>(metric::segment, segment_distance{}, 7);
}

TEST_CASE("a warp cuts noise at its ends like engine recursive") {
  const double tolerance = find_kind("binary noise").tolerance;
  check<float, 1>(make<float, 1>("binary noise", 1024, 11), metric::vertical, vertical_distance{}, tolerance);
  check<double, 1>(make<double, 1>("binary noise", 300, 12), metric::vertical, vertical_distance{}, tolerance);
  check<float, 2>(make<float, 2>("binary noise", 300, 13), metric::segment, segment_distance{}, tolerance);

  // Often no such point is near the first end, but one near the last and equally far ones between.
  random_numbers numbers(14);
  std::vector<float> rare(1024);
  for (float& value : rare)
    value = numbers.uniform() < 0.1 ? 1 : 0;
  check<float, 1>(rare, metric::vertical, vertical_distance{}, 0.5);
}

TEST_CASE("a warp finishes a long segment of absent points") {
  for (int run : {129, 300, 700})
    for (bool planar : {false, true}) {
      CAPTURE(run);
      std::vector<float> values = make<float, 2>("walk", 1024, 11);
      if (!planar)
        values.resize(1024);
      const std::size_t d = planar ? 2 : 1;
      std::fill_n(values.begin() + 250 * d, run * d, std::numeric_limits<float>::quiet_NaN());
      if (planar)
        check<float, 2>(values, metric::segment, segment_distance{}, 0.01);
      else
        check<float, 1>(values, metric::vertical, vertical_distance{}, 0.01);
    }
}
