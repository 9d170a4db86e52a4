// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

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

namespace {

using numbers = std::mt19937_64;

/// The swing that a line makes around its course.
enum class shape { two_sides, circle, shuttle, places_in_turn, lattice_at_random, disc_at_random };
constexpr std::array<const char*, 6> shape_names{"two sides",         "circle",        "shuttle", "places in turn",
                                                 "lattice at random", "disc at random"};

/// A line by a few numbers: a swing of size 1 around a course.
struct recipe {
  int swing = 0;      ///< a shape
  double period = 2;  ///< points of a swing, or places of a lattice
  double drift = 0;   ///< the course's step
  double growth = 0;  ///< of the swing, from the first point to the last
  double noise = 0;   ///< added to each coordinate
  double quantum = 0; ///< coordinates are multiples of it; 0: of any size
  double angle = 0;   ///< turns everything, in degrees
  double end = 0;     ///< distance of the last point from where it would be
  double tolerance = 0.1;
  int by = 0; ///< a metric
};

double uniform(numbers& draw, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(draw);
}

/// 0, or 10 to a power between the exponents.
double none_or_power(numbers& draw, double low, double high) {
  return draw() % 3 == 0 ? 0 : std::pow(10, uniform(draw, low, high));
}

double power(numbers& draw, double low, double high) { return std::pow(10, uniform(draw, low, high)); }

/// Draws one of the numbers of a recipe anew.
void change(recipe& of, std::uint64_t which, numbers& draw) {
  constexpr std::array<double, 5> angles{0, 0, 45, 26.56505117707799, 90};
  switch (which % 10) {
  case 0:
    of.swing = static_cast<int>(draw() % shape_names.size());
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
    of.by = static_cast<int>(draw() % 3);
  }
}

recipe any_recipe(numbers& draw) {
  recipe made;
  for (std::uint64_t which = 0; which < 10; ++which)
    change(made, which, draw);
  return made;
}

struct position {
  double x, y;
};

position swing_at(recipe const& of, std::int64_t i, numbers& draw) {
  const auto period = static_cast<std::int64_t>(of.period);
  const double part = static_cast<double>(i % period) / of.period, turn = 6.283185307179586 * part;
  switch (static_cast<shape>(of.swing)) {
  case shape::two_sides:
    return {0, i % 2 ? 1.0 : 0.0};
  case shape::circle:
    return {std::cos(turn), std::sin(turn)};
  case shape::shuttle:
    return {0.3 * std::abs(2 * part - 1), std::abs(2 * part - 1)};
  case shape::places_in_turn: {
    numbers place(static_cast<std::uint64_t>(i % period));
    const double x = uniform(place, -1, 1);
    return {x, uniform(place, -1, 1)};
  }
  case shape::lattice_at_random: {
    const auto side = static_cast<std::uint64_t>(std::ceil(std::sqrt(of.period)));
    const double x = static_cast<double>(draw() % side);
    return {x / static_cast<double>(side), static_cast<double>(draw() % side) / static_cast<double>(side)};
  }
  default: {
    const double angle = uniform(draw, 0, 6.283185307179586), radius = std::sqrt(uniform(draw, 0, 1));
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }
  }
}

std::vector<double> made_line(recipe const& of, std::int64_t n) {
  numbers draw(1);
  std::vector<double> xy;
  xy.reserve(static_cast<std::size_t>(2 * n));
  const double angle = of.angle * 6.283185307179586 / 360, c = std::cos(angle), s = std::sin(angle);
  const auto on_grid = [&](double x) { return of.quantum > 0 ? of.quantum * std::round(x / of.quantum) : x; };
  for (std::int64_t i = 0; i < n; ++i) {
    const double size = 1 + of.growth * static_cast<double>(i) / static_cast<double>(n);
    const position swing = swing_at(of, i, draw);
    const double x = of.drift * static_cast<double>(i) + size * swing.x + of.noise * uniform(draw, -1, 1);
    const double y = size * swing.y + of.noise * uniform(draw, -1, 1) + (i == n - 1 ? of.end : 0);
    xy.push_back(on_grid(c * x - s * y));
    xy.push_back(on_grid(s * x + c * y));
  }
  return xy;
}

struct measured {
  double ns_per_point = 0;
  simplify_report report;
};

metric metric_of(recipe const& of) {
  constexpr std::array<metric, 3> all{metric::segment, metric::line, metric::vertical};
  return all[static_cast<std::size_t>(of.by)];
}

measured measure(recipe const& of, std::int64_t n) {
  const std::vector<double> xy = made_line(of, n);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(n));
  const auto options = simplify_options{}.tolerance(of.tolerance).metric(metric_of(of)).engine(engine::bounded);
  const std::clock_t begin = std::clock();
  measured got;
  got.report = simplify(executor::cpu(1), polyline<double, 2>(xy.data(), n), options, mask.data());
  got.ns_per_point = 1e9 / CLOCKS_PER_SEC * static_cast<double>(std::clock() - begin) / static_cast<double>(n);
  return got;
}

struct climbed {
  recipe top;
  measured at;
};

/// Changes a recipe `steps` times, and goes back where that took less time.
climbed climb(std::int64_t n, int steps, numbers& draw) {
  climbed best{any_recipe(draw), {}};
  best.at = measure(best.top, n);
  for (int step = 0; step < steps; ++step) {
    recipe next = best.top;
    for (std::uint64_t changes = 1 + draw() % 2; changes > 0; --changes)
      change(next, draw(), draw);
    if (const measured got = measure(next, n); got.ns_per_point > best.at.ns_per_point)
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
    recipe const& of = each.top;
    const double ratio = 4 * measure(of, 4 * n).ns_per_point / each.at.ns_per_point;
    file.add(today(), machine(), given.text("commit"), shape_names[static_cast<std::size_t>(of.swing)], of.period,
             of.drift, of.growth, of.noise, of.quantum, of.angle, of.end, of.tolerance, to_string(metric_of(of)), n,
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
