// SPDX-License-Identifier: MIT
#include "made_streets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "random_numbers.hpp"

namespace thrustline::bench {
namespace {

made_street empty_street(std::int64_t columns, std::int64_t rows) {
  made_street street;
  street.columns = columns, street.rows = rows;
  street.camera.principal_row = 0.4 * static_cast<double>(rows);
  street.road = {60. / static_cast<double>(rows), std::floor(0.4 * static_cast<double>(rows))};
  for (std::int64_t row = 0; row < rows; ++row) {
    const double below = static_cast<double>(row) - street.road.horizon;
    const auto width = static_cast<std::size_t>(columns);
    street.kinds.insert(street.kinds.end(), width, below > 0 ? stixel_class::ground : stixel_class::sky);
    street.exact.insert(street.exact.end(), width, static_cast<float>(std::max(0., street.road.slope * below)));
  }
  return street;
}

struct box {
  double disparity;
  std::int64_t left, right, top, bottom;
};

/// Boxes from far to near, each with its foot on the road.
std::vector<box> made_boxes(made_street const& street, int count, random_numbers& numbers) {
  std::vector<box> boxes;
  for (int i = 0; i < count; ++i) {
    const double disparity = 4 + 26 * numbers.uniform();
    const auto bottom = static_cast<std::int64_t>(street.road.horizon + disparity / street.road.slope);
    const std::int64_t left = numbers.below(street.columns);
    const std::int64_t height = street.rows / 8 + numbers.below(street.rows / 3);
    boxes.push_back(
        {disparity, left, left + street.columns / 6 + 1, std::max<std::int64_t>(bottom - height, 0), bottom});
  }
  std::sort(boxes.begin(), boxes.end(), [](box const& a, box const& b) { return a.disparity < b.disparity; });
  return boxes;
}

void put(made_street& street, box const& one) {
  for (std::int64_t row = one.top; row <= std::min(one.bottom, street.rows - 1); ++row)
    for (std::int64_t column = one.left; column < std::min(one.right, street.columns); ++column) {
      street.kinds[street.at(row, column)] = stixel_class::object;
      street.exact[street.at(row, column)] = static_cast<float>(one.disparity);
    }
}

float measured(float exact, street_options const& options, random_numbers& numbers) {
  constexpr double most = 127;
  double value = exact + options.noise * numbers.normal();
  if (numbers.uniform() < options.outliers)
    value = most * numbers.uniform();
  return numbers.uniform() < options.holes ? std::numeric_limits<float>::quiet_NaN()
                                           : static_cast<float>(std::clamp(value, 0., most));
}

} // namespace

made_street make_street(std::int64_t columns, std::int64_t rows, street_options const& options) {
  random_numbers numbers(options.seed);
  made_street street = empty_street(columns, rows);
  for (box const& one : made_boxes(street, options.boxes, numbers))
    put(street, one);
  for (float exact : street.exact)
    street.disparity.push_back(measured(exact, options, numbers));
  return street;
}

} // namespace thrustline::bench
