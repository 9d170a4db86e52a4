// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include <line_recipes.hpp>

#include "measure_line.hpp"
#include "support/arguments.hpp"
#include "support/names.hpp"
#include "support/result_file.hpp"
#include "support/run_benchmark.hpp"

// Searches for planar lines on which engine `bounded` is slow: it begins at random recipes, changes one number at a
// time, and keeps what takes more time for each point on one core. Writes the worst line of each climb, the slowest
// first, with its CPU time at --points and at four times as many: a ratio of 4 means time in step with the points, 16
// with their square.
using namespace thrustline;
using namespace thrustline::bench;
using namespace thrustline::made;

namespace {

using numbers = std::mt19937_64;

double uniform(numbers& draw, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(draw);
}

/// 0, or 10 to a power between the exponents.
double none_or_power(numbers& draw, double low, double high) {
  return draw() % 3 == 0 ? 0 : std::pow(10, uniform(draw, low, high));
}

double power(numbers& draw, double low, double high) { return std::pow(10, uniform(draw, low, high)); }

/// Draws one of the numbers of a recipe anew.
void change(line_recipe& of, std::uint64_t which, numbers& draw) {
  constexpr std::array<double, 5> angles{0, 0, 45, 26.56505117707799, 90};
  constexpr std::array<metric, 3> metrics{metric::segment, metric::line, metric::vertical};
  switch (which % 10) {
  case 0:
    of.swing = static_cast<shape>(draw() % shape_names.size());
    break;
  case 1:
    of.period = std::floor(2 * power(draw, 0, 4));
    break;
  case 2:
    of.drift = none_or_power(draw, -7, 2);
    break;
  case 3:
    of.growth = (draw() % 2 ? 1 : -1) * none_or_power(draw, -6, 3);
    break;
  case 4:
    of.noise = none_or_power(draw, -12, 0);
    break;
  case 5:
    of.quantum = none_or_power(draw, -6, 0);
    break;
  case 6:
    of.angle = draw() % 4 == 0 ? uniform(draw, 0, 90) : angles[draw() % angles.size()];
    break;
  case 7:
    of.end = none_or_power(draw, 0, 6);
    break;
  case 8:
    of.tolerance = power(draw, -6, 0);
    break;
  default:
    of.by = metrics[draw() % metrics.size()];
  }
}

line_recipe any_recipe(numbers& draw) {
  line_recipe made;
  for (std::uint64_t which = 0; which < 10; ++which)
    change(made, which, draw);
  return made;
}

struct climbed {
  line_recipe top;
  measured_line at;
};

/// Changes a recipe `steps` times, and goes back where that took less time.
climbed climb(std::int64_t n, int steps, numbers& draw) {
  climbed best{any_recipe(draw), {}};
  best.at = measure(best.top, n);
  for (int step = 0; step < steps; ++step) {
    line_recipe next = best.top;
    for (std::uint64_t changes = 1 + draw() % 2; changes > 0; --changes)
      change(next, draw(), draw);
    if (const measured_line got = measure(next, n); got.ns_per_point > best.at.ns_per_point)
      best = {next, got};
  }
  return best;
}

int run(arguments const& given) {
  const auto n = static_cast<std::int64_t>(given.number("points"));
  const auto climbs = static_cast<int>(given.number("climbs")), steps = static_cast<int>(given.number("steps"));
  std::vector<climbed> found;
  for (int k = 0; k < climbs; ++k) {
    numbers draw(static_cast<std::uint64_t>(given.number("seed")) + static_cast<std::uint64_t>(k));
    found.push_back(climb(n, steps, draw));
  }
  std::sort(found.begin(), found.end(),
            [](climbed const& a, climbed const& b) { return a.at.ns_per_point > b.at.ns_per_point; });
  result_file file(given.text("out"),
                   {"date", "machine", "commit", "swing", "period", "drift", "growth", "noise", "quantum", "angle",
                    "end", "tolerance", "metric", "points", "kept", "levels", "ns_per_point", "ratio_of_times"});
  for (climbed const& each : found) {
    line_recipe const& of = each.top;
    const double ratio = 4 * measure(of, 4 * n).ns_per_point / each.at.ns_per_point;
    file.add(today(), machine(), given.text("commit"), shape_names[static_cast<std::size_t>(of.swing)], of.period,
             of.drift, of.growth, of.noise, of.quantum, of.angle, of.end, of.tolerance, to_string(of.by), n,
             each.at.report.kept, each.at.report.levels, each.at.ns_per_point, ratio);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  return run_benchmark(argc, argv,
                       {{"out", "worst_lines.csv"},
                        {"commit", built_from()},
                        {"points", "1e4"},
                        {"climbs", "10"},
                        {"steps", "200"},
                        {"seed", "1"}},
                       run);
}
