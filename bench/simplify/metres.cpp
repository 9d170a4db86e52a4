// SPDX-License-Identifier: MIT
// Metric great_ellipse on longitudes and latitudes, beside metric segment on the same places in space, in turns. On one
// thread times are processor times.
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

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

int run(arguments const& given) {
  result_file results(given.text("out"), {"date", "machine", "commit", "line", "points", "tolerance_m", "threads",
                                          "kept", "kept_by_segment", "segment_ms", "to_ecef_ms", "great_ellipse_ms",
                                          "ratio_without_conversion", "ratio"});
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
    for (double tolerance : given.numbers("tolerances")) {
      const auto by = [&](metric name) { return simplify_options{}.tolerance(tolerance).metric(name); };
      std::int64_t kept = 0, kept_by_segment = 0;
      const std::vector<timing> times =
          interleaved({[&] { kept_by_segment = simplify(on, places, by(metric::segment), mask.data()).kept; },
                       [&] { to_ecef(on, degrees, ecef.data()); },
                       [&] { kept = simplify(on, degrees, by(metric::great_ellipse), mask.data()).kept; }},
                      given.number("milliseconds"), stopwatch_for(on.threads()));
      if (kept < 2 * series && kept < n)
        throw std::runtime_error(lines.name + ": ends are missing");
      const double segment = times[0].median_ms, conversion = times[1].median_ms, whole = times[2].median_ms;
      results.add(today(), machine(), given.text("commit"), lines.name, n, tolerance, on.threads(), kept,
                  kept_by_segment, segment, conversion, whole, (whole - conversion) / segment, whole / segment);
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
