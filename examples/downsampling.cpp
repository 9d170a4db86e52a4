// SPDX-License-Identifier: MIT
// Many groups of measurements at once: 500 points of each, and their coordinates. Runs on CPU cores or a GPU.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <thrustline/select.hpp>
#include <thrustline/significance.hpp>

int main() {
  // 200 sensors with 2000 to 3990 measurements (time, value) each.
  constexpr std::int64_t groups = 200;
  std::vector<float> values;
  std::vector<std::int64_t> offsets{0};
  for (std::int64_t g = 0; g < groups; ++g) {
    const std::int64_t points = 2000 + 10 * g;
    for (std::int64_t i = 0; i < points; ++i) {
      const double t = 0.01 * static_cast<double>(i);
      values.push_back(static_cast<float>(t));
      values.push_back(static_cast<float>(std::sin(t) + 0.1 * std::sin(37 * t + static_cast<double>(g))));
    }
    offsets.push_back(offsets.back() + points);
  }
  const thrustline::polylines<float, 2> lines(values.data(), offsets.back(), offsets.data(), groups);

  // A count for each series, here the same for all; ratios_of_series holds shares.
  const auto on = thrustline::executor::best();
  const std::vector<std::int64_t> counts(groups, 500);
  std::vector<std::uint8_t> keep(offsets.back());
  const auto options = thrustline::simplify_options{}.tolerance(0).metric(thrustline::metric::vertical);
  const auto report = thrustline::simplify_to_count(on, lines, options, {counts.data(), groups}, keep.data());

  // The mask is all that select() needs: no second run.
  std::vector<float> small(2 * report.kept);
  std::vector<std::int64_t> small_offsets(groups + 1);
  thrustline::simplify_outputs<float, 2> out;
  out.kept_points = small.data();
  out.kept_points_capacity = report.kept;
  out.kept_offsets = small_offsets.data();
  thrustline::select(on, lines, keep.data(), out);

  std::printf("%lld of %lld points, no farther than %g from the others\n", static_cast<long long>(report.kept),
              static_cast<long long>(report.points), report.equal_tolerance);
  return report.kept == 500 * groups && small_offsets[groups] == report.kept ? 0 : 1;
}
