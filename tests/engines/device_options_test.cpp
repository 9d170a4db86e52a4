// SPDX-License-Identifier: MIT
// Options with arrays, rings, and metrics on converted points, with all arrays in device memory: the results are those
// of CPU cores.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/significance.hpp>
#include <thrustline/to_ecef.hpp>

#include "check_refused.hpp"
#include "compare.hpp"
#include "device_batch.hpp"
#include "no_device.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

/// Marks of 0 and 1, one in `every` of which is 1.
std::vector<std::uint8_t> made_marks(std::int64_t count, std::int64_t every, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<std::uint8_t> marks;
  for (std::int64_t i = 0; i < count; ++i)
    marks.push_back(numbers.below(every) == 0 ? 1 : 0);
  return marks;
}

/// Closes the series that are marked as rings: their last point becomes a copy of their first.
template <class Real, int D>
void close_rings(batch<Real, D>& lines, std::vector<std::uint8_t>& is_ring) {
  for (std::size_t s = 0; s < is_ring.size(); ++s) {
    const std::int64_t first = lines.offsets[s], last = lines.offsets[s + 1] - 1;
    is_ring[s] = is_ring[s] && last > first ? 1 : 0;
    for (int d = 0; is_ring[s] && d < D; ++d)
      lines.coordinates[D * last + d] = lines.coordinates[D * first + d];
  }
}

/// Folds all coordinates into -60 to 60: longitudes and latitudes, and heights.
template <class Real, int D>
void fold_to_degrees(batch<Real, D>& lines) {
  for (Real& value : lines.coordinates)
    value = 60 * std::sin(value / 100);
}

/// Masks and significances from device memory, beside those of one CPU thread.
template <class Real, int D>
void check_on_device(batch<Real, D> const& host, simplify_options const& on_host, simplify_options const& on_device) {
  const device_batch<Real, D> lines(host);
  const executor on = executor::cuda(), core = executor::cpu(1);
  const keep_mask expected = simplify_mask(core, host.view(), on_host);
  const device_array<std::uint8_t> mask(host.points());
  const simplify_report report = simplify(on, lines.view(), on_device, mask.data());
  CHECK(difference(mask.host(), expected) == "");
  CHECK(report.kept == std::count(expected.begin(), expected.end(), 1));
  CHECK(max_deviation(on, lines.view(), on_device, mask.data()) ==
        max_deviation(core, host.view(), on_host, expected.data()));
  const device_array<Real> values(host.points());
  significance(on, lines.view(), on_device, values.data());
  CHECK(values.host() == significance(core, host.view(), on_host));
}

} // namespace

TEST_CASE_TEMPLATE("pins may lie in device memory", T, THRUSTLINE_EVERY_POINT_TYPE) {
  if (no_device("pins in device memory"))
    return;
  const auto host = mixed_batch<typename T::real, T::dimensions>(60, 900, 71);
  const std::vector<std::uint8_t> pins = made_marks(host.points(), 20, 72);
  const device_array<std::uint8_t> pins_there(pins);
  for (metric by : all_metrics) {
    INFO("metric ", to_string(by));
    const auto options = simplify_options{}.tolerance(1.5).metric(by);
    check_on_device(host, simplify_options(options).pins(pins.data(), host.points()),
                    simplify_options(options).pins(pins_there.data(), host.points()));
  }
}

TEST_CASE_TEMPLATE("marks of rings may lie in device memory", T, points_of<float, 2>, points_of<double, 2>,
                   points_of<float, 3>, points_of<double, 3>) {
  if (no_device("rings in device memory"))
    return;
  using Real = typename T::real;
  constexpr int D = T::dimensions;
  batch<Real, D> host = mixed_batch<Real, D>(80, 700, 73);
  std::vector<std::uint8_t> is_ring = made_marks(host.series(), 2, 74);
  close_rings(host, is_ring);
  const device_array<std::uint8_t> rings_there(is_ring);
  const device_batch<Real, D> lines(host);
  for (ring_start start : {ring_start::first, ring_start::least})
    for (ring_minimum minimum : {ring_minimum::none, ring_minimum::keep, ring_minimum::drop}) {
      INFO("start ", static_cast<int>(start), ", minimum ", static_cast<int>(minimum));
      const auto options = simplify_options{}.tolerance(4).ring_start(start).ring_minimum(minimum);
      const auto here = simplify_options(options).rings(is_ring.data(), host.series());
      const auto there = simplify_options(options).rings(rings_there.data(), host.series());
      const keep_mask expected = simplify_mask(executor::cpu(1), host.view(), here);
      const device_array<std::uint8_t> mask(host.points());
      simplify(executor::cuda(), lines.view(), there, mask.data());
      CHECK(difference(mask.host(), expected) == "");

      keep_mask counted(static_cast<std::size_t>(host.points()));
      simplify_to_count(executor::cpu(1), host.view(), simplify_options(here).ring_minimum(ring_minimum::none),
                        host.points() / 9, counted.data());
      const device_array<std::uint8_t> finished(counted);
      const finish_rings_report right = finish_rings(executor::cpu(1), host.view(), here, counted.data());
      const finish_rings_report found = finish_rings(executor::cuda(), lines.view(), there, finished.data());
      CHECK(difference(finished.host(), counted) == "");
      CHECK(found.kept == right.kept);
      CHECK(found.completed == right.completed);
      CHECK(found.dropped == right.dropped);
    }
}

TEST_CASE_TEMPLATE("longitudes and latitudes may lie in device memory", T, points_of<float, 2>, points_of<double, 2>,
                   points_of<float, 3>, points_of<double, 3>) {
  if (no_device("longitudes and latitudes in device memory"))
    return;
  batch<typename T::real, T::dimensions> host = mixed_batch<typename T::real, T::dimensions>(60, 900, 75);
  fold_to_degrees(host);
  const auto options = simplify_options{}.tolerance(20000).metric(metric::great_ellipse);
  check_on_device(host, options, options);

  host.coordinates[T::dimensions * 7 + 1] = 91;
  const device_batch<typename T::real, T::dimensions> wrong(host);
  const device_array<std::uint8_t> mask(host.points());
  check_refused([&] { simplify(executor::cuda(), wrong.view(), options, mask.data()); }, "coordinates",
                "point 7 has latitude 91");
}

TEST_CASE_TEMPLATE("points in time may lie in device memory", Real, float, double) {
  if (no_device("points in time in device memory"))
    return;
  batch<Real, 3> host = mixed_batch<Real, 3>(60, 900, 76);
  for (std::int64_t i = 0; i < host.points(); ++i)
    host.coordinates[3 * i + 2] = static_cast<Real>(i);
  const auto options = simplify_options{}.tolerance(1.5).metric(metric::synchronised);
  check_on_device(host, options, options);
}

TEST_CASE_TEMPLATE("to_ecef reads and writes device memory", Real, float, double) {
  if (no_device("to_ecef in device memory"))
    return;
  batch<Real, 2> host = mixed_batch<Real, 2>(20, 3000, 77);
  fold_to_degrees(host);
  std::vector<double> expected(static_cast<std::size_t>(3 * host.points()));
  to_ecef(executor::cpu(1), host.view(), expected.data());
  const device_batch<Real, 2> there(host);
  const device_array<double> places(3 * host.points());
  to_ecef(executor::cuda(), there.view(), places.data());
  CHECK(places.host() == expected);
}
