// SPDX-License-Identifier: MIT
#include "commands/suggestions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <vector>

#include <thrustline/geometry/ecef.hpp>

#include "terminal/text.hpp"

namespace thrustline_program {
namespace {

/// The distance of two neighbouring points, in the metric's units.
double distance(dataset const& data, thrustline::metric by, const double* from, const double* to) {
  if (data.dimensions == 1)
    return std::abs(*to - *from);
  if (by != thrustline::metric::great_ellipse)
    return std::hypot(to[0] - from[0], to[1] - from[1]);
  const auto a = thrustline::to_ecef(from[0], from[1]), b = thrustline::to_ecef(to[0], to[1]);
  return std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

/// The distance of each point to the one before it in its series, without zeros.
std::vector<double> steps(dataset const& data, thrustline::metric by) {
  std::vector<double> lengths;
  const double* const c = data.coordinates.data();
  for (std::int64_t s = 0; s < data.series(); ++s) {
    for (std::int64_t i = data.offsets[s] + 1; i < data.offsets[s + 1]; ++i) {
      const double* const point = c + i * data.dimensions;
      const double length = distance(data, by, point - data.dimensions, point);
      if (length > 0)
        lengths.push_back(length);
    }
  }
  return lengths;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The value rounded to one digit, as people type it. std::stod would refuse the smallest numbers as out of range.
double plain(double value) { return std::strtod(rounded(value, 1).c_str(), nullptr); }

void print_extent(std::ostream& out, dataset const& data) {
  const char* const names[] = {data.dimensions == 1 ? "values" : "x", "y", "t"};
  for (int k = 0; k < data.dimensions; ++k) {
    double low = data.coordinates[static_cast<std::size_t>(k)], high = low;
    for (std::int64_t i = 0; i < data.points(); ++i) {
      const double value = data.coordinates[static_cast<std::size_t>(i * data.dimensions + k)];
      low = std::min(low, value);
      high = std::max(high, value);
    }
    out << "  " << names[k] << " from " << rounded(low) << " to " << rounded(high) << "\n";
  }
}

} // namespace

void print_suggestions(std::ostream& out, simplification& run) {
  dataset const& data = run.data;
  const thrustline::metric metric = run.options.metric();
  out << "The data: " << counted(data.points(), "point", "points") << " in " << grouped(data.series()) << " series\n";
  if (data.points() == 0)
    return;
  print_extent(out, data);
  std::vector<double> lengths = steps(data, metric);
  if (lengths.empty()) {
    out << "All points of each series are equal: any tolerance keeps the ends only.\n";
    return;
  }
  const double typical = median(lengths);
  out << "  median " << (data.dimensions == 1 ? "step" : "segment") << " " << rounded(typical, 3)
      << (metric == thrustline::metric::great_ellipse ? " m" : "") << "\n"
      << "To begin with:\n";
  prepare(run);
  for (double factor : {0.25, 1., 4.}) {
    const double tolerance = plain(factor * typical);
    run.options.tolerance(tolerance);
    const std::int64_t kept = compute(run, 0).summary.points_out;
    out << "  --tolerance " << rounded(tolerance) << "  keeps " << per_cent(kept, data.points()) << " of the points\n";
  }
}

} // namespace thrustline_program
