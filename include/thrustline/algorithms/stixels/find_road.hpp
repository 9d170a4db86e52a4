// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <thrustline/algorithms/stixels/parameters.hpp>

/// The road in the v-disparity histogram: cell (y, q) of it counts the pixels of image row y whose disparity, rounded
/// down, is q. A flat road is a line there, found by Hough's transform.
namespace thrustline::stixel_world {

/// The cells of a v-disparity histogram that count.
struct v_disparity_cell {
  std::int32_t row, disparity;
};

/// The cells that hold more than `share` of what the fullest holds.
inline std::vector<v_disparity_cell> full_cells(const std::int32_t* counts, std::int64_t rows, int range,
                                                double share) {
  const std::int32_t most = rows > 0 ? *std::max_element(counts, counts + rows * range) : 0;
  std::vector<v_disparity_cell> cells;
  for (std::int64_t row = 0; row < rows; ++row)
    for (int q = 0; q < range; ++q)
      if (counts[row * range + q] > share * most)
        cells.push_back({static_cast<std::int32_t>(row), q});
  return cells;
}

/// q cos(angle) + y sin(angle) = rho
struct hough_line {
  std::int64_t rho;
  int degrees;
  std::int64_t votes;
};

/// Lines in steps of 1 px and 1 degree with more than `least_votes` that have more votes than their neighbours in rho
/// and in angle, the one with the most votes first.
inline std::vector<hough_line> hough_lines(std::vector<v_disparity_cell> const& cells, std::int64_t rows, int range,
                                           std::int64_t least_votes) {
  constexpr int angles = 180;
  const double degree = std::acos(-1.) / angles;
  const std::int64_t reach = rows + range, pitch = 2 * reach + 3; // a border, as a maximum is compared with neighbours
  std::vector<std::int32_t> votes(static_cast<std::size_t>((angles + 2) * pitch));
  const auto cell_of = [&](int angle, std::int64_t rho) {
    return static_cast<std::size_t>((angle + 1) * pitch + rho + reach + 1);
  };
  for (int angle = 0; angle < angles; ++angle) {
    const double c = std::cos(angle * degree), s = std::sin(angle * degree);
    for (v_disparity_cell const& cell : cells)
      ++votes[cell_of(angle, std::lrint(cell.disparity * c + cell.row * s))];
  }

  std::vector<hough_line> lines;
  for (int angle = 0; angle < angles; ++angle)
    for (std::int64_t rho = -reach; rho <= reach; ++rho) {
      const std::int32_t here = votes[cell_of(angle, rho)];
      if (here > least_votes && here > votes[cell_of(angle, rho) - 1] && here >= votes[cell_of(angle, rho) + 1] &&
          here > votes[cell_of(angle - 1, rho)] && here >= votes[cell_of(angle + 1, rho)])
        lines.push_back({rho, angle, here});
    }
  std::stable_sort(lines.begin(), lines.end(), [](auto const& a, auto const& b) { return a.votes > b.votes; });
  return lines;
}

struct camera_over_road {
  road_model road;
  double tilt, height;
};

/// The road that a line stands for, if it is one: its slope is positive, its horizon inside the image, and the camera
/// tilted by at most 50 degrees.
inline std::optional<camera_over_road> road_of(hough_line const& line, stereo_camera const& camera, std::int64_t rows) {
  const double pi = std::acos(-1.), steepest = 50 * pi / 180;
  const double c = std::cos(line.degrees * pi / 180), s = std::sin(line.degrees * pi / 180);
  const auto rho = static_cast<double>(std::abs(line.rho)), last = static_cast<double>(rows - 1);
  if (line.degrees == 0 || line.degrees == 90)
    return std::nullopt;
  const double horizon = rho / s, slope = (rho - last * s) / c / (last - horizon);
  const double tilt = -std::atan((camera.principal_row - horizon) / camera.focal_length);
  if (!(slope > 0 && horizon > 0 && std::ceil(horizon) < last && std::fabs(tilt) <= steepest))
    return std::nullopt;
  return camera_over_road{{slope, horizon}, tilt, camera.baseline * std::cos(tilt) / slope};
}

} // namespace thrustline::stixel_world
