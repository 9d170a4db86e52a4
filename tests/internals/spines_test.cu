// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <thrustline/significance.hpp>

#include "simplify/flow/named_metric.hpp"
#include "simplify/gpu/bounded_engine.cuh"

#include "batch.hpp"
#include "compare.hpp"
#include "hard_lines.hpp"
#include "random_numbers.hpp"

// Trees with long runs of cuts that each take a little off one end: engine `bounded` plans and tests these cuts at
// once, with the same result.
// Not `using namespace thrustline`: in the code that nvcc adds for kernels ::cuda would be ambiguous.
namespace thrustline::test {
namespace {

template <class Mark>
struct engine_answer {
  std::vector<Mark> marks;
  flow::engine_report report;
  std::int64_t spine_cuts = 0, recurring_spines = 0;
};

/// The metric object of a type. 64-bit indices take one that knows its name at run time, as in the library.
template <class Metric>
Metric metric_of(metric name) {
  if constexpr (std::is_same_v<Metric, flow::named_metric>)
    return Metric(name);
  else
    return Metric{};
}

/// Runs engine `bounded` itself, which counts its cuts along spines. As in a call, the pass that makes the boxes marks
/// the ends of a single series of which no point may be absent, and clears the other marks.
template <class Outcome, class Metric, class Index, class Real, int D>
auto run_bounded(batch<Real, D> const& lines, simplify_options const& options) {
  using mark = typename Outcome::mark;
  constexpr bool is_mask = std::is_same_v<mark, std::uint8_t>;
  const on_cuda_nosync with_stream;
  detail::executor_state on(0, with_stream.stream.get(), "", std::make_shared<detail::device_workspace>(0));
  const thrustline::gpu::device_call device(on);
  const ready_device_array<Real> coordinates(lines.coordinates);
  const ready_device_array<std::int64_t> offsets(lines.offsets);
  const ready_device_array<mark> marks(std::vector<mark>(static_cast<std::size_t>(lines.points()), mark(7)));

  const flow::call_input<Real, D> input{
      {reinterpret_cast<const point<Real, D>*>(coordinates.data()), lines.points(), offsets.data(), lines.series()},
      options,
      nullptr};
  using call_type = thrustline::gpu::bounded_call<Real, D>;
  call_type call(device.policy(), {*on.workspace, on.stream});
  call.begin(input, is_mask ? reinterpret_cast<std::uint8_t*>(marks.data()) : nullptr, nullptr);
  CHECK(call.ends_marked() == (is_mask && lines.series() == 1 && options.invalid() == invalid::reject));

  flow::open_problem<thrustline::gpu::device_policy, Index, Metric, Real, D, mark> problem(
      device.policy(), input, metric_of<Metric>(options.metric()), marks.data(),
      is_mask ? mark(1) : std::numeric_limits<mark>::infinity());
  call.mark_ends(problem);
  thrustline::gpu::bounded_engine<Outcome, call_type, decltype(problem)> engine(call, problem);
  engine_answer<mark> answer;
  answer.report = engine.run().value();
  answer.spine_cuts = engine.spine_cuts();
  answer.recurring_spines = engine.recurring_spines();
  check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
  answer.marks = marks.host();
  return answer;
}

/// Checks the mask, and returns the number of cuts along spines.
template <class Metric, class Index, class Real, int D>
std::int64_t check_mask(batch<Real, D> const& lines, metric by, double tolerance, invalid absent = invalid::ignore) {
  const auto options = simplify_options{}.tolerance(tolerance).metric(by).invalid(absent);
  const answer expected = reference(lines.view(), options);
  const auto got = run_bounded<thrustline::gpu::keep_outcome_of<point<Real, D>>, Metric, Index>(lines, options);
  CHECK(difference(got.marks, expected.mask) == "");
  CHECK(got.report.levels == expected.report.levels);
  CHECK(got.report.kept == expected.report.kept);
  return got.spine_cuts;
}

/// Whole numbers below `values`; the ends are half of `values`, so that one end stays an end of nearly all segments.
template <class Real, int D>
std::vector<Real> one_sided_noise(std::int64_t n, int values, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<Real> made(static_cast<std::size_t>(n * D));
  for (std::int64_t i = 0; i < n; ++i) {
    const bool end = i == 0 || i == n - 1;
    const auto y = static_cast<Real>(end ? values / 2 : numbers.below(values));
    if (D == 1) {
      made[i] = y;
    } else {
      made[D * i] = static_cast<Real>(i);
      made[D * i + 1] = y;
    }
  }
  return made;
}

/// The points in reverse order.
template <class Real, int D>
std::vector<Real> mirrored(std::vector<Real> const& line) {
  std::vector<Real> made(line.size());
  const auto n = static_cast<std::int64_t>(line.size()) / D;
  for (std::int64_t i = 0; i < n; ++i)
    for (int d = 0; d < D; ++d)
      made[D * i + d] = line[D * (n - 1 - i) + d];
  return made;
}

/// Makes some points absent.
template <class Real, int D>
void remove_some(std::vector<Real>& line, double part, std::uint64_t seed) {
  random_numbers numbers(seed);
  for (std::size_t i = 0; i < line.size(); i += D)
    if (numbers.uniform() < part)
      line[i] = std::numeric_limits<Real>::quiet_NaN();
}

template <class Real, int D>
batch<Real, D> alone(std::vector<Real> const& line) {
  batch<Real, D> made;
  made.add(line);
  return made;
}

} // namespace

TEST_CASE("spines cut noise whose segments shrink from one end") {
  if (no_device("spines of integer noise"))
    return;
  for (int values : {8, 5, 100})
    for (std::int64_t n : {6000, 30000, 50000}) {
      CAPTURE(values);
      CAPTURE(n);
      auto line = one_sided_noise<float, 1>(n, values, 5);
      const double tolerance = values / 4;
      const std::int64_t cuts =
          check_mask<vertical_distance, std::int32_t>(alone<float, 1>(line), metric::vertical, tolerance);
      if (values < 10)
        CHECK(cuts > n / 20);
      check_mask<vertical_distance, std::int32_t>(alone<float, 1>(mirrored<float, 1>(line)), metric::vertical,
                                                  tolerance);
      remove_some<float, 1>(line, 0.2, 6);
      check_mask<vertical_distance, std::int32_t>(alone<float, 1>(line), metric::vertical, tolerance);
    }
}

TEST_CASE("spines cut noise whose segments shrink from both ends") {
  if (no_device("spines of noise"))
    return;
  for (std::uint64_t seed : {1, 2, 3, 4}) {
    CAPTURE(seed);
    const batch<float, 1> whole_numbers = alone<float, 1>(make<float, 1>("integer noise", 30000, seed));
    CHECK(check_mask<vertical_distance, std::int32_t>(whole_numbers, metric::vertical, 2) > 2500);
    const batch<float, 1> two_values = alone<float, 1>(make<float, 1>("binary noise", 20000, seed));
    CHECK(check_mask<vertical_distance, std::int32_t>(two_values, metric::vertical, 3) > 7000);
  }
}

TEST_CASE("spines cut planar noise, with 32- and 64-bit indices") {
  if (no_device("spines in the plane"))
    return;
  auto line = one_sided_noise<double, 2>(20000, 8, 9);
  CHECK(check_mask<flow::named_metric, std::int64_t>(alone<double, 2>(line), metric::line, 2) > 1500);
  CHECK(check_mask<flow::named_metric, std::int64_t>(alone<double, 2>(mirrored<double, 2>(line)), metric::line, 2) >
        1500);
  remove_some<double, 2>(line, 0.1, 6);
  check_mask<flow::named_metric, std::int64_t>(alone<double, 2>(line), metric::line, 2);
}

TEST_CASE("spines work with ends that the pass over points marks") {
  if (no_device("spines of ends marked early"))
    return;
  const batch<float, 1> values = alone<float, 1>(make<float, 1>("integer noise", 30000, 1));
  CHECK(check_mask<vertical_distance, std::int32_t>(values, metric::vertical, 2, invalid::reject) > 2500);
  CHECK(check_mask<flow::named_metric, std::int64_t>(values, metric::vertical, 2, invalid::reject) > 2500);
  const batch<double, 2> plane = alone<double, 2>(one_sided_noise<double, 2>(20000, 8, 9));
  CHECK(check_mask<line_distance, std::int32_t>(plane, metric::line, 2, invalid::reject) > 1500);
  CHECK(check_mask<flow::named_metric, std::int64_t>(plane, metric::line, 2, invalid::reject) > 1500);
}

TEST_CASE("spines of swings cut at every point") {
  if (no_device("spines of swings"))
    return;
  const auto dying = dying_swings<float, 1>(20000, 1);
  const auto growing = mirrored<float, 1>(dying);
  CHECK(check_mask<vertical_distance, std::int32_t>(alone<float, 1>(dying), metric::vertical, 0.5) > 19000);
  CHECK(check_mask<vertical_distance, std::int32_t>(alone<float, 1>(growing), metric::vertical, 0.5) > 19000);
}

// The levels of such segments need more bits than one word of a queue's entry has.
TEST_CASE("queues hold levels beyond 2^24") {
  if (no_device("more than 2^24 levels"))
    return;
  constexpr std::int64_t n = (1 << 24) + 100000;
  const batch<double, 1> swings = alone<double, 1>(dying_swings<double, 1>(n, 1));
  const auto options = simplify_options{}.tolerance(0.5).metric(metric::vertical);
  std::vector<std::uint8_t> keep(n);
  const simplify_report report = simplify(executor::cuda(), swings.view(), options, keep.data());
  CHECK(report.levels == n - 2); // each cut takes one point off
  CHECK(report.kept == n);
  CHECK(std::count(keep.begin(), keep.end(), 1) == n);
}

// Plans for such lines are often wrong.
TEST_CASE("wrong and short spines change nothing") {
  if (no_device("spines that soon end"))
    return;
  random_numbers numbers(3);
  std::vector<float> fine(40000), drifting(40000);
  for (std::size_t i = 0; i < fine.size(); ++i) {
    fine[i] = static_cast<float>(100 * numbers.uniform());
    drifting[i] = fine[i] + 0.02f * static_cast<float>(i);
  }
  for (double tolerance : {0.0, 20.0, 45.0}) {
    CAPTURE(tolerance);
    check_mask<vertical_distance, std::int32_t>(alone<float, 1>(fine), metric::vertical, tolerance);
    check_mask<vertical_distance, std::int32_t>(alone<float, 1>(drifting), metric::vertical, tolerance);
  }
  for (const std::string name :
       {"integer noise", "binary noise", "square wave", "zig-zag", "shrinking zig-zag", "ties"})
    for (std::uint64_t seed : {1, 2, 3}) {
      CAPTURE(name);
      const auto line = make<float, 1>(name, 8000, seed);
      check_mask<vertical_distance, std::int32_t>(alone<float, 1>(line), metric::vertical, find_kind(name).tolerance);
    }
}

// In combs on a slope nearly every box may have the farthest point, and many points share its rank: all are ranked, row
// by row, and their plans are bad.
TEST_CASE("combs shorter and longer than a row of points") {
  if (no_device("combs"))
    return;
  random_numbers numbers(4);
  for (std::int64_t n : {514, 1030, 4097, 4099, 8193, 8194, 8195, 12290, 20011, 50000})
    for (std::int64_t heights : {2, 4}) { // with the second, many points are dropped
      const auto line = graph_of<float, 1>(
          n, [&](std::int64_t i) { return i % (n - 1) == 0 ? i : i + 32 * (i % 2) * numbers.below(heights); });
      batch<float, 1> two = alone<float, 1>(line); // whose teams are smaller than those of a single series
      two.add(mirrored<float, 1>(line));
      for (double tolerance : {1.0, 40.0}) {
        INFO("points ", n, ", heights ", heights, ", tolerance ", tolerance);
        check_mask<vertical_distance, std::int32_t>(alone<float, 1>(line), metric::vertical, tolerance);
        check_mask<vertical_distance, std::int32_t>(two, metric::vertical, tolerance);
        auto with_holes = line;
        remove_some<float, 1>(with_holes, 0.05, 5);
        check_mask<vertical_distance, std::int32_t>(alone<float, 1>(with_holes), metric::vertical, tolerance);
        const auto in_the_plane = graph_of<double, 2>(n, [&](std::int64_t i) { return static_cast<double>(line[i]); });
        check_mask<flow::named_metric, std::int64_t>(alone<double, 2>(in_the_plane), metric::line, tolerance);
      }
    }
}

// Each box may have the farthest point of a segment, but nearly all hold only points that occurred before.
TEST_CASE("spines of points that recur are searched by boxes") {
  if (no_device("spines of points that recur"))
    return;
  struct recurring_line {
    std::string name;
    std::vector<float> points;
    double tolerance;
    std::int64_t least_cuts;
  };
  constexpr std::int64_t n = 30000;
  for (recurring_line const& each : {recurring_line{"rest", rest<float, 2>(n), 5e-6, 500},
                                     {"laps", laps<float, 2>(n, 100), 0.01, 300},
                                     {"three positions", three_in_turn<float, 2>(n), 1, 10000},
                                     {"two positions", two_in_turn<float, 2>(n), 0.1, 20000}}) {
    CAPTURE(each.name);
    const auto options = simplify_options{}.tolerance(each.tolerance).invalid(invalid::reject);
    const batch<float, 2> line = alone<float, 2>(each.points);
    const answer expected = ask(executor::cpu(1), line.view(), simplify_options(options).engine(engine::bounded));
    const auto got =
        run_bounded<thrustline::gpu::keep_outcome_of<point<float, 2>>, segment_distance, std::int32_t>(line, options);
    CHECK(difference(got.marks, expected.mask) == "");
    CHECK(got.report.levels == expected.report.levels);
    CHECK(got.spine_cuts > each.least_cuts);
    CHECK(got.recurring_spines > 0);
  }
}

TEST_CASE("more spines at once than there is room for") {
  if (no_device("many spines"))
    return;
  batch<float, 1> lines;
  for (std::uint64_t s = 0; s < 400; ++s) {
    const auto line = one_sided_noise<float, 1>(3000 + static_cast<std::int64_t>(s % 7) * 500, 8, s);
    lines.add(s % 3 == 0 ? mirrored<float, 1>(line) : line);
  }
  CHECK(check_mask<vertical_distance, std::int32_t>(lines, metric::vertical, 2) > thrustline::gpu::most_spines * 200);
}

TEST_CASE("the significance along spines is that of engine recursive") {
  if (no_device("significance along spines"))
    return;
  for (double tolerance : {0.0, 2.0})
    for (bool from_behind : {false, true}) {
      auto line = one_sided_noise<double, 1>(12000, 8, 21);
      if (from_behind)
        line = mirrored<double, 1>(line);
      batch<double, 1> lines = alone<double, 1>(line);
      remove_some<double, 1>(line, 0.1, 6);
      lines.add(line);
      const auto options = simplify_options{}.tolerance(tolerance).metric(metric::vertical).invalid(invalid::ignore);
      const auto got =
          run_bounded<thrustline::gpu::significance_outcome<double>, vertical_distance, std::int32_t>(lines, options);
      CHECK(got.spine_cuts > 2000);
      std::vector<double> expected(got.marks.size());
      const simplify_report report = significance(executor::cpu(1), lines.view(), options, expected.data());
      CHECK(got.marks == expected);
      CHECK(got.report.levels == report.levels);
    }
}

} // namespace thrustline::test
