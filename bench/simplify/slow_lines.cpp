// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>

#include <slow_lines.hpp>

#include "measure_line.hpp"
#include "support/arguments.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

// The slowest planar lines that are known for engine `bounded`: CPU seconds of one core, the least of --runs.
using namespace thrustline;
using namespace thrustline::bench;
using namespace thrustline::made;

namespace {

int run(arguments const& given) {
  const auto n = static_cast<std::int64_t>(given.number("points"));
  const auto runs = static_cast<int>(given.number("runs"));
  result_file file(given.text("out"), {"date", "machine", "commit", "line", "metric", "tolerance", "points", "kept",
                                       "levels", "cpu_seconds", "ns_per_point"});
  for (slow_line const& line : slow_lines()) {
    measured_line best = measure(line.recipe, n);
    for (int k = 1; k < runs; ++k)
      best.ns_per_point = std::min(best.ns_per_point, measure(line.recipe, n).ns_per_point);
    file.add(today(), machine(), given.text("commit"), line.name, to_string(line.recipe.by), line.recipe.tolerance, n,
             best.report.kept, best.report.levels, 1e-9 * best.ns_per_point * static_cast<double>(n),
             best.ns_per_point);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "slow_lines.csv"}, {"commit", built_from()}, {"points", "1e6"}, {"runs", "1"}}, run);
}
