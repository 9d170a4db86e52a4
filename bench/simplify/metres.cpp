// SPDX-License-Identifier: MIT
// Metric great_ellipse on longitudes and latitudes, beside metric segment on the same places in space, in turns; and
// both metrics on these places by the plain recursion of the header-only layer: what the metric costs without the
// conversion. On one thread times are processor times.
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <thrustline/algorithms/rdp_recursive.hpp>
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/simplify.hpp>
#include <thrustline/to_ecef.hpp>

#include "earth_walk.hpp"
#include "support/arguments.hpp"
#include "support/real_lines.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

/// Splits all series by plain recursion.
template <class Metric>
void recur(std::vector<point<double, 3>> const& points, std::vector<std::int64_t> const& offsets, double tolerance,
           Metric metric, std::vector<std::uint8_t>& mask) {
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    if (offsets[s + 1] - offsets[s] > 1)
      rdp_recursive(points.data(), offsets[s], offsets[s + 1] - 1, tolerance, mask.data(), metric);
}

int run(arguments const& given) {
  result_file results(given.text("out"),
                      {"date", "machine", "commit", "line", "points", "tolerance_m", "threads", "kept",
                       "kept_by_segment", "segment_ms", "to_ecef_ms", "great_ellipse_ms", "ratio",
                       "recursion_segment_ms", "recursion_great_ellipse_ms", "recursion_ratio"});
  std::vector<real_lines> all = read_lines(given.text("data"), given.words("files"));
  const auto walk_points = static_cast<std::int64_t>(given.number("points"));
  all.push_back({"walk", walk_on_earth(walk_points), {0, walk_points}});
  const executor on = executor::cpu(static_cast<int>(given.number("threads")));
  for (real_lines const& lines : all) {
    const auto n = static_cast<std::int64_t>(lines.xy.size() / 2);
    const auto series = static_cast<std::int64_t>(lines.offsets.size()) - 1;
    const polylines<double, 2> degrees(lines.xy.data(), n, lines.offsets.data(), series);
    std::vector<double> ecef(static_cast<std::size_t>(3 * n));
    to_ecef(on, degrees, ecef.data());
    const polylines<double, 3> places(ecef.data(), n, lines.offsets.data(), series);
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(n));
    std::vector<point<double, 3>> points;
    for (std::int64_t i = 0; i < n; ++i)
      points.push_back({{ecef[3 * i], ecef[3 * i + 1], ecef[3 * i + 2]}});
    for (double tolerance : given.numbers("tolerances")) {
      const auto by = [&](metric name) { return simplify_options{}.tolerance(tolerance).metric(name); };
      std::int64_t kept = 0, kept_by_segment = 0;
      const std::vector<timing> times =
          interleaved({[&] { kept_by_segment = simplify(on, places, by(metric::segment), mask.data()).kept; },
                       [&] { to_ecef(on, degrees, ecef.data()); },
                       [&] { kept = simplify(on, degrees, by(metric::great_ellipse), mask.data()).kept; },
                       [&] { recur(points, lines.offsets, tolerance, segment_distance{}, mask); },
                       [&] { recur(points, lines.offsets, tolerance, great_ellipse_distance{}, mask); }},
                      given.number("milliseconds"), stopwatch_for(on.threads()));
      if (kept < 2 * series && kept < n)
        throw std::runtime_error(lines.name + ": ends are missing");
      const double segment = times[0].median_ms, conversion = times[1].median_ms, whole = times[2].median_ms;
      results.add(today(), machine(), given.text("commit"), lines.name, n, tolerance, on.threads(), kept,
                  kept_by_segment, segment, conversion, whole, whole / segment, times[3].median_ms, times[4].median_ms,
                  times[4].median_ms / times[3].median_ms);
    }
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"data", "../shared/data"},
                        {"files", "coast_baffin.xy.csv world_coastline_50m.geojson"},
                        {"points", "1e6"},
                        {"tolerances", "100 1000 10000"},
                        {"threads", "1"},
                        {"milliseconds", "2000"},
                        {"commit", built_from()},
                        {"out", "metres.csv"}},
                       run);
}
