// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <thrustline/algorithms/stixels/parameters.hpp>
#include <thrustline/algorithms/stixels/units.hpp>
#include <thrustline/geometry/rounding.hpp>

/// The road in the v-disparity histogram: cell (y, q) of it counts the pixels of image row y whose disparity, rounded
/// down, is q. A flat road is a line there, found by Hough's transform.
namespace thrustline::stixel_world {

/// The cells that count are bits: words_of_cells(range) words a row, the lowest bit first.
THRUSTLINE_HD inline std::int64_t words_of_cells(int range) { return (range + 31) / 32; }

/// Whether a cell counts: it holds more than `share` of what the fullest cell holds.
THRUSTLINE_HD inline bool is_full(std::int32_t count, std::int32_t most, double share) {
  return count > rounding::mul(share, static_cast<double>(most));
}

struct v_disparity_cell {
  std::int32_t row, disparity;
};

inline std::vector<v_disparity_cell> listed_cells(const std::uint32_t* bits, std::int64_t rows, int range) {
  constexpr int word_bits = 32;
  std::vector<v_disparity_cell> cells;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t w = 0; w < words_of_cells(range); ++w)
      for (std::uint32_t left = bits[row * words_of_cells(range) + w], q = 0; left != 0; left >>= 1, ++q)
        if (left & 1)
          cells.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(w * word_bits + q)});
  return cells;
}

/// q cos(angle) + y sin(angle) = rho
struct hough_line {
  std::int64_t rho;
  int degrees;
  std::int64_t votes;
};

inline constexpr int straight_angle = 180;
inline double radians(int degrees) { return degrees * std::acos(-1.) / straight_angle; }

/// The line's gain of disparity a row, for angles between 90 and 180 degrees.
inline double slope_of(int degrees) { return -std::tan(radians(degrees)); }

struct angle_range {
  int first, last; ///< degrees, both included; last < first: none
};

/// The angles of roads that rise by a slope within these.
inline angle_range angles_of_slopes(double least, double most) {
  angle_range angles{91, straight_angle - 1};
  while (angles.first <= angles.last && slope_of(angles.first) > most)
    ++angles.first;
  while (angles.first <= angles.last && slope_of(angles.last) < least)
    --angles.last;
  return angles;
}

/// Lines in steps of 1 px and 1 degree with more than `least_votes` that have more votes than their neighbours in rho
/// and in angle, the one with the most votes first.
inline std::vector<hough_line> hough_lines(std::vector<v_disparity_cell> const& cells, std::int64_t rows, int range,
                                           std::int64_t least_votes, angle_range const& angles) {
  std::vector<hough_line> lines;
  if (angles.last < angles.first)
    return lines;
  // From 90 degrees on, -range <= rho <= rows. And a border, as a maximum is compared with neighbours.
  const std::int64_t pitch = range + rows + 3;
  const int first = angles.first - 1, last = angles.last + 1;
  std::vector<std::int32_t> votes(static_cast<std::size_t>((last - first + 1) * pitch));
  const auto votes_of = [&](int angle) { return votes.data() + (angle - first) * pitch + range + 1; };
  // All lines of an angle first, in a loop that fits vectors, then their votes.
  std::vector<double> rows_of(cells.size()), disparities(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    rows_of[i] = cells[i].row, disparities[i] = cells[i].disparity;
  std::vector<std::int32_t> rhos(cells.size());
  for (int angle = first; angle <= last && angle < straight_angle; ++angle) {
    const double c = std::cos(radians(angle)), s = std::sin(radians(angle));
    for (std::size_t i = 0; i < cells.size(); ++i)
      rhos[i] = small_to_nearest(rounding::add(rounding::mul(disparities[i], c), rounding::mul(rows_of[i], s)));
    std::int32_t* const of_angle = votes_of(angle);
    for (std::int32_t rho : rhos)
      ++of_angle[rho];
  }
  for (int angle = angles.first; angle <= angles.last; ++angle)
    for (std::int64_t rho = -range; rho <= rows; ++rho) {
      const std::int32_t* const here = votes_of(angle) + rho;
      if (*here > least_votes && *here > here[-1] && *here >= here[1] && *here > here[-pitch] && *here >= here[pitch])
        lines.push_back({rho, angle, *here});
    }
  std::stable_sort(lines.begin(), lines.end(), [](auto const& a, auto const& b) { return a.votes > b.votes; });
  return lines;
}

struct camera_over_road {
  road_model road;
  double tilt, height;
};

inline double steepest_tilt() { return radians(50); }

/// The road that a line stands for, if it is one: its horizon is inside the image, and the camera tilted by at most 50
/// degrees. The line's angle is between 90 and 180 degrees.
inline std::optional<camera_over_road> road_of(hough_line const& line, stereo_camera const& camera, std::int64_t rows) {
  const double c = std::cos(radians(line.degrees)), s = std::sin(radians(line.degrees));
  const auto rho = static_cast<double>(std::abs(line.rho)), last = static_cast<double>(rows - 1);
  const double horizon = rho / s, slope = (rho - last * s) / c / (last - horizon);
  const double tilt = -std::atan((camera.principal_row - horizon) / camera.focal_length);
  if (!(horizon > 0 && std::ceil(horizon) < last && std::fabs(tilt) <= steepest_tilt()))
    return std::nullopt;
  return camera_over_road{{slope, horizon}, tilt, camera.baseline * std::cos(tilt) / slope};
}

} // namespace thrustline::stixel_world
