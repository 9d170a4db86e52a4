// SPDX-License-Identifier: MIT
#include "processing/topology_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace thrustline_program {
namespace {

std::int64_t kept(simplified_layer const& layer) {
  return std::count(layer.mask.begin(), layer.mask.end(), std::uint8_t(1));
}

/// Finite values, ascending, each once.
std::vector<double> tolerances_to_try(topology_layer const& layer) {
  std::vector<double> values = layer.plain_significance();
  values.push_back(0);
  values.erase(std::remove_if(values.begin(), values.end(), [](double value) { return std::isinf(value); }),
               values.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

} // namespace

searched_layer keep_at_most(topology_layer const& layer, std::int64_t most) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  searched_layer found{layer.at(infinity), infinity, 1};
  found.tolerance = layer.largest_deviation(found.layer.arc_mask);
  const std::vector<double> values = tolerances_to_try(layer);
  double too_small = -1; // a tolerance that keeps too many points
  while (kept(found.layer) < most) {
    const auto begin = std::upper_bound(values.begin(), values.end(), too_small);
    const auto end = std::lower_bound(begin, values.end(), found.tolerance);
    const double tolerance = begin < end ? begin[(end - begin) / 2] : std::nextafter(found.tolerance, -infinity);
    if (!(tolerance >= 0 && tolerance > too_small))
      break;
    simplified_layer made = layer.at(tolerance);
    ++found.closures;
    if (kept(made) > most) {
      too_small = tolerance;
      continue;
    }
    found.tolerance = std::min(tolerance, layer.largest_deviation(made.arc_mask));
    found.layer = std::move(made);
  }
  return found;
}

} // namespace thrustline_program
