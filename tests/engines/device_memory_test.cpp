// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

#include "batch.hpp"
#include "check_refused.hpp"
#include "compare.hpp"
#include "device_batch.hpp"
#include "no_device.hpp"
#include "result_forms.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("points and results may lie in device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("device memory"))
    return;
  const batch<Real, D> host = mixed_batch<Real, D>(60, 500, 41);
  const device_batch<Real, D> lines(host);
  const executor on = executor::cuda();
  for (metric name : all_metrics) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.tolerance(1.5).metric(name);
    const answer expected = reference(host.view(), options);

    device_array<std::uint8_t> mask(host.points());
    const simplify_report report = simplify(on, lines.view(), options, mask.data());
    CHECK(difference(mask.host(), expected.mask) == "");
    CHECK(report.kept == expected.report.kept);
    CHECK(max_deviation(on, lines.view(), options, mask.data()) ==
          max_deviation(executor::cpu(1), host.view(), options, expected.mask.data()));

    CHECK(difference(simplify_mask(on, lines.view(), options), expected.mask) == "");
    CHECK(simplify_indices(on, lines.view(), options) == simplify_indices(executor::cpu(1), host.view(), options));
    CHECK(simplify_counts(on, lines.view(), options) == simplify_counts(executor::cpu(1), host.view(), options));
    CHECK(simplify_points(on, lines.view(), options).values ==
          simplify_points(executor::cpu(1), host.view(), options).values);

    const std::vector<Real> after = lines.coordinates.host();
    CHECK(std::memcmp(after.data(), host.coordinates.data(), after.size() * sizeof(Real)) == 0);
  }
}

// Such arrays are not aligned for copies of 16 bytes.
TEST_CASE_TEMPLATE("a line and its mask may begin anywhere in device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  constexpr std::int64_t count = 5000;
  if (no_device("device memory that begins anywhere"))
    return;
  batch<Real, D> host;
  host.add(make<Real, D>("walk", count, 44));
  std::vector<Real> behind_one(D);
  behind_one.insert(behind_one.end(), host.coordinates.begin(), host.coordinates.end());
  const device_array<Real> coordinates(behind_one);
  const device_array<std::int64_t> offsets(host.offsets);
  const polylines<Real, D> line(coordinates.data() + D, count, offsets.data(), 1, memory::device);
  for (metric name : all_metrics) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.tolerance(1.5).metric(name);
    const device_array<std::uint8_t> mask(std::vector<std::uint8_t>(count + 2, 7));
    simplify(executor::cuda(), line, options, mask.data() + 1);
    keep_mask expected = reference(host.view(), options).mask;
    expected.insert(expected.begin(), 7);
    expected.push_back(7);
    CHECK(difference(mask.host(), expected) == "");
  }
}

TEST_CASE("a long walk in device memory with boxes of three levels") {
  if (no_device("boxes of three levels"))
    return;
  batch<float, 2> host;
  host.add(make<float, 2>("walk", 1200000, 46));
  const device_batch<float, 2> line(host);
  const device_array<std::uint8_t> mask(host.points());
  for (double tolerance : {1.0, 60.0}) {
    const auto options = simplify_options{}.tolerance(tolerance);
    const simplify_report report = simplify(executor::cuda(), line.view(), options, mask.data());
    const answer expected = reference(host.view(), options);
    CHECK(difference(mask.host(), expected.mask) == "");
    CHECK(report.levels == expected.report.levels);
  }
}

TEST_CASE("results in device memory are complete when a call returns") {
  if (no_device("waiting for results"))
    return;
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  {
    const executor on = executor::cuda(0, stream);
    for (std::int64_t points : {600, 300000}) {
      batch<double, 2> host;
      host.add(make<double, 2>("walk", points, 45));
      const device_batch<double, 2> line(host);
      const device_array<std::uint8_t> mask(points);
      for (engine with : {engine::composed, engine::automatic})
        for (bool closed : {false, true})
          for (invalid absent : {invalid::reject, invalid::ignore}) {
            INFO(points, " points, engine ", to_string(with), closed ? ", closed" : ", open");
            simplify(on, line.view(), simplify_options{}.tolerance(1).engine(with).closed(closed).invalid(absent),
                     mask.data());
            CHECK(cudaStreamQuery(stream) == cudaSuccess);
          }
    }
  }
  cudaStreamDestroy(stream);
}

TEST_CASE("points and results may lie in different memories") {
  if (no_device("mixed memory"))
    return;
  const batch<float, 2> host = mixed_batch<float, 2>(60, 500, 42);
  const device_batch<float, 2> lines(host);
  const executor on = executor::cuda();
  const auto options = simplify_options{}.tolerance(1.5);
  const answer expected = reference(host.view(), options);

  keep_mask host_mask(host.points());
  simplify_outputs<float, 2> to_host;
  to_host.keep_mask = host_mask.data();
  simplify(on, lines.view(), options, to_host);
  CHECK(difference(host_mask, expected.mask) == "");

  device_array<std::uint8_t> device_mask(host.points());
  simplify_outputs<float, 2> to_device;
  to_device.keep_mask = device_mask.data();
  to_device.where = memory::device;
  simplify(on, host.view(), options, to_device);
  CHECK(difference(device_mask.host(), expected.mask) == "");
}

TEST_CASE_TEMPLATE("significance and counts may lie in device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("significance in device memory"))
    return;
  const batch<Real, D> host = mixed_batch<Real, D>(60, 1500, 49);
  const device_batch<Real, D> lines(host);
  const executor on = executor::cuda();
  for (metric name : all_metrics) {
    INFO("metric ", to_string(name));
    const auto options = simplify_options{}.tolerance(0).metric(name);
    const std::vector<Real> expected = significance(executor::cpu(1), host.view(), options);
    device_array<Real> values(host.points());
    significance(on, lines.view(), options, values.data());
    CHECK(values.host() == expected);
    CHECK(significance(on, lines.view(), options) == expected);

    const std::int64_t count = host.points() / 3;
    keep_mask expected_mask(static_cast<std::size_t>(host.points()));
    device_array<std::uint8_t> mask(host.points());
    const simplify_to_count_report by_count =
        simplify_to_count(executor::cpu(1), host.view(), options, count, expected_mask.data());
    const simplify_to_count_report got = simplify_to_count(on, lines.view(), options, count, mask.data());
    CHECK(difference(mask.host(), expected_mask) == "");
    CHECK(got.kept == by_count.kept);
    CHECK(got.equal_tolerance == by_count.equal_tolerance);
  }
}

TEST_CASE_TEMPLATE("counts of series may lie in device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("counts of series in device memory"))
    return;
  batch<Real, D> host = mixed_batch<Real, D>(200, 1500, 50);
  host.add(make<Real, D>("walk", 100000, 51));
  const device_batch<Real, D> lines(host);
  const executor on = executor::cuda();
  std::vector<std::int64_t> counts;
  std::vector<double> ratios;
  for (std::int64_t s = 0; s < host.series(); ++s) {
    counts.push_back(s % 40);
    ratios.push_back(0.01 * static_cast<double>(s % 50));
  }
  const device_array<std::int64_t> device_counts(counts);
  const device_array<double> device_ratios(ratios);
  const device_array<std::uint8_t> mask(host.points());
  keep_mask expected(static_cast<std::size_t>(host.points()));
  const auto options = simplify_options{}.tolerance(0);
  const auto check = [&](simplify_to_count_report const& got, simplify_to_count_report const& right) {
    CHECK(difference(mask.host(), expected) == "");
    CHECK(got.kept == right.kept);
    CHECK(got.asked == right.asked);
    CHECK(got.equal_tolerance == right.equal_tolerance);
  };
  check(simplify_to_count(on, lines.view(), options, {device_counts.data(), host.series()}, mask.data()),
        simplify_to_count(executor::cpu(1), host.view(), options, {counts.data(), host.series()}, expected.data()));
  check(simplify_to_ratio(on, lines.view(), options, {device_ratios.data(), host.series()}, mask.data()),
        simplify_to_ratio(executor::cpu(1), host.view(), options, {ratios.data(), host.series()}, expected.data()));

  counts[123] = -4;
  const device_array<std::int64_t> bad(counts);
  check_refused(
      [&] {
        simplify_to_count(on, lines.view(), options, {bad.data(), host.series()}, mask.data());
      },
      "counts", "counts[123] must be >= 0, is -4");
}

TEST_CASE_TEMPLATE("select reads and writes device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  if (no_device("select in device memory"))
    return;
  const batch<Real, D> host = mixed_batch<Real, D>(60, 1500, 52);
  const device_batch<Real, D> lines(host);
  const executor on = executor::cuda();
  const auto options = simplify_options{}.tolerance(1.5);
  const keep_mask kept = reference(host.view(), options).mask;
  const result_forms<Real, D> right(host.view(), kept, false);
  const device_array<std::uint8_t> mask(kept), copy(host.points());
  const auto size = [](auto const& values) { return static_cast<std::int64_t>(values.size()); };
  const device_array<std::int64_t> counts(size(right.counts)), offsets(size(right.offsets)),
      indices(size(right.indices)), segment_offsets(size(right.segment_offsets)), segments(size(right.segments));
  const device_array<Real> points(size(right.points));
  simplify_outputs<Real, D> out;
  out.keep_mask = copy.data();
  out.kept_counts = counts.data();
  out.kept_offsets = offsets.data();
  out.kept_indices = indices.data();
  out.kept_points = points.data();
  out.segment_offsets = segment_offsets.data();
  out.segments = segments.data();
  out.where = memory::device;
  out.kept_indices_capacity = out.kept_points_capacity = size(right.indices);
  out.segments_capacity = size(right.segments) / 2;
  const select_report report = select(on, lines.view(), mask.data(), out);
  CHECK(report.kept == size(right.indices));
  CHECK(report.segments == size(right.segments) / 2);
  CHECK(difference(copy.host(), kept) == "");
  CHECK(counts.host() == right.counts);
  CHECK(offsets.host() == right.offsets);
  CHECK(indices.host() == right.indices);
  CHECK(points.host() == right.points);
  CHECK(segment_offsets.host() == right.segment_offsets);
  CHECK(segments.host() == right.segments);

  --out.kept_points_capacity;
  check_refused([&] { select(on, lines.view(), mask.data(), out); }, "kept_points_capacity",
                std::to_string(report.kept) + " are needed");
}

TEST_CASE("tolerances of a batch may lie in device memory") {
  if (no_device("tolerances in device memory"))
    return;
  const batch<double, 2> host = mixed_batch<double, 2>(60, 500, 43);
  const device_batch<double, 2> lines(host);
  std::vector<double> tolerances(60);
  for (std::size_t s = 0; s < tolerances.size(); ++s)
    tolerances[s] = 0.2 * static_cast<double>(s % 20);
  const device_array<double> on_device(tolerances);
  const keep_mask expected = reference(host.view(), simplify_options{}.tolerances(tolerances.data(), 60)).mask;
  CHECK(difference(simplify_mask(executor::cuda(), lines.view(), simplify_options{}.tolerances(on_device.data(), 60)),
                   expected) == "");

  tolerances[17] = -0.5;
  const device_array<double> bad(tolerances);
  CHECK_THROWS_AS(simplify_mask(executor::cuda(), lines.view(), simplify_options{}.tolerances(bad.data(), 60)),
                  invalid_argument);
}

TEST_CASE("calls are ordered by the caller's stream") {
  if (no_device("streams"))
    return;
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  {
    const batch<float, 2> host = mixed_batch<float, 2>(60, 5000, 44);
    const auto options = simplify_options{}.tolerance(1.5);
    const executor on = executor::cuda(0, stream);
    CHECK(on.stream() == stream);
    device_array<float> points(static_cast<std::int64_t>(host.coordinates.size()));
    const device_array<std::int64_t> offsets(host.offsets);
    // Ordered by the stream alone: work on another stream would read the points before they are written.
    check_cuda(cudaMemsetAsync(points.data(), 0, points.bytes(), stream), "cudaMemsetAsync");
    check_cuda(cudaMemcpyAsync(points.data(), host.coordinates.data(), points.bytes(), cudaMemcpyHostToDevice, stream),
               "cudaMemcpyAsync");
    const polylines<float, 2> lines(points.data(), host.points(), offsets.data(), host.series(), memory::device);
    CHECK(difference(simplify_mask(on, lines, options), reference(host.view(), options).mask) == "");
  }
  check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

TEST_CASE("bad input in device memory is named") {
  if (no_device("bad input in device memory"))
    return;
  const executor on = executor::cuda();
  const auto options = simplify_options{}.tolerance(1);
  std::vector<float> points = make<float, 2>("walk", 5000, 47);
  points[2 * 3210 + 1] = std::numeric_limits<float>::quiet_NaN();
  points[2 * 4321] = std::numeric_limits<float>::infinity();
  const device_array<float> bad_points(points);
  try {
    simplify_mask(on, polyline<float, 2>(bad_points.data(), 5000, memory::device), options);
    FAIL("no exception");
  } catch (invalid_argument const& error) {
    CHECK(std::string(error.what()).find("3210") != std::string::npos);
  }

  batch<float, 2> lines;
  for (int s = 0; s < 4; ++s)
    lines.add(make<float, 2>("walk", 10, 48));
  for (std::vector<std::int64_t> const& offsets :
       {std::vector<std::int64_t>{0, 10, 5, 30, 40}, {1, 10, 20, 30, 40}, {0, 10, 20, 30, 41}, {0, 10, 20, 30, 39}}) {
    const device_array<float> coordinates(lines.coordinates);
    const device_array<std::int64_t> bad_offsets(offsets);
    CHECK_THROWS_AS(
        simplify_mask(on, polylines<float, 2>(coordinates.data(), 40, bad_offsets.data(), 4, memory::device), options),
        invalid_argument);
  }
}
