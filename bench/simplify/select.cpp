// SPDX-License-Identifier: MIT
// Results of a mask by select(), beside the simplification that made the mask, in turns. On one thread times are
// processor times.
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include <thrustline/select.hpp>
#include <thrustline/simplify.hpp>

#include "support/arguments.hpp"
#include "support/random_numbers.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"
#include "support/timing.hpp"

using namespace thrustline;
using namespace thrustline::bench;

namespace {

std::vector<double> walk(std::int64_t n) {
  std::vector<double> xy;
  random_numbers numbers(1);
  double x = 0, y = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    x += numbers.normal();
    y += numbers.normal();
    xy.insert(xy.end(), {x, y});
  }
  return xy;
}

int run(arguments const& given) {
  result_file results(given.text("out"), {"date", "machine", "commit", "points", "tolerance", "threads", "kept",
                                          "simplify_ms", "select_ms", "ratio"});
  const auto n = given.count("points");
  const executor on = executor::cpu(static_cast<int>(given.number("threads")));
  const std::vector<double> xy = walk(n);
  const polylines<double, 2> line(polyline<double, 2>(xy.data(), n));
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(n));
  std::vector<std::int64_t> indices(static_cast<std::size_t>(n));
  std::vector<double> kept_points(static_cast<std::size_t>(2 * n));
  simplify_outputs<double, 2> outputs;
  outputs.kept_indices = indices.data();
  outputs.kept_points = kept_points.data();
  for (double tolerance : given.numbers("tolerances")) {
    const auto options = simplify_options{}.tolerance(tolerance).metric(metric::segment);
    std::int64_t kept = 0, selected = 0;
    const std::vector<timing> times =
        interleaved({[&] { kept = simplify(on, line, options, mask.data()).kept; },
                     [&] { selected = select(on, line, options, mask.data(), outputs).kept; }},
                    given.number("milliseconds"), stopwatch_for(on.threads()));
    if (selected != kept)
      throw std::runtime_error("select() took another number of points than the mask keeps");
    const double simplified = times[0].median_ms, taken = times[1].median_ms;
    results.add(today(), machine(), given.text("commit"), n, tolerance, on.threads(), kept, simplified, taken,
                taken / simplified);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"points", "1e7"},
                        {"tolerances", "1"},
                        {"threads", "1"},
                        {"milliseconds", "5000"},
                        {"commit", built_from()},
                        {"out", "select.csv"}},
                       run);
}
