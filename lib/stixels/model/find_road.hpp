// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "stixels/model/units.hpp"
#include <thrustline/geometry/rounding.hpp>
#include <thrustline/stixel_parameters.hpp>

/// Finds the road in the v-disparity histogram, whose cell (y, q) counts the pixels of image row y with a disparity of
/// q, rounded down. A flat road is a line there, which the Hough transform finds.
namespace thrustline::stixel_world {

/// Whether a cell is used: its count is more than `share` of the largest one.
THRUSTLINE_HD inline bool is_full(std::int32_t count, std::int32_t most, double share) {
  return count > rounding::mul(share, static_cast<double>(most));
}

struct v_disparity_cell {
  std::int32_t row, disparity;
};

/// q cos(angle) + y sin(angle) = rho
struct hough_line {
  std::int64_t rho;
  int degrees;
  std::int64_t votes;
};

inline constexpr int straight_angle = 180;
inline double radians(int degrees) { return degrees * std::acos(-1.) / straight_angle; }

/// The line's slope in px of disparity per row, for angles between 90 and 180 degrees.
inline double slope_of(int degrees) { return -std::tan(radians(degrees)); }

struct angle_range {
  int first, last; ///< degrees, both included; empty if last < first
};

/// The angles of lines with a slope from `least` to `most`.
inline angle_range angles_of_slopes(double least, double most) {
  angle_range angles{91, straight_angle - 1};
  while (angles.first <= angles.last && slope_of(angles.first) > most)
    ++angles.first;
  while (angles.first <= angles.last && slope_of(angles.last) < least)
    --angles.last;
  return angles;
}

/// Which lines are searched for: those with more than `least_votes` votes of cells for which is_full() holds.
struct road_search {
  int range; ///< disparities d are 0 <= d < range
  double share;
  std::int64_t least_votes;
  angle_range angles; ///< one at least
};

/// Layout of the votes for lines in steps of 1 px and 1 degree: row `angle - first`, of `pitch` numbers, has the votes
/// of an angle, by rho. It has a border, because a maximum is compared with its neighbours.
struct hough_space {
  std::int64_t lowest, pitch; ///< lowest: rho of the border; from 90 degrees on, -range <= rho <= rows
  int first, last;            ///< angles of the border

  hough_space(std::int64_t rows, int range, angle_range const& angles)
      : lowest(-range - 1), pitch(range + rows + 3), first(angles.first - 1), last(angles.last + 1) {}

  THRUSTLINE_HD std::int64_t size() const { return (last - first + 1) * pitch; }
  THRUSTLINE_HD std::int64_t at(int angle, std::int64_t rho) const { return (angle - first) * pitch + rho - lowest; }

  /// Whether a line that is not on the border has more votes than its neighbours in rho and in angle.
  THRUSTLINE_HD bool is_peak(const std::int32_t* votes, std::int64_t least_votes) const {
    const std::int32_t here = *votes;
    return here > least_votes && here > votes[-1] && here >= votes[1] && here > votes[-pitch] && here >= votes[pitch];
  }
};

/// rho of the line through a cell at the angle with this cosine and sine.
THRUSTLINE_HD inline std::int32_t rho_of(double disparity, double row, double cosine, double sine) {
  return small_to_nearest(rounding::add(rounding::mul(disparity, cosine), rounding::mul(row, sine)));
}

/// Sorts lines by descending votes; equal ones by ascending angle, then rho.
inline void sort_by_votes(std::vector<hough_line>& lines) {
  std::sort(lines.begin(), lines.end(), [](hough_line const& a, hough_line const& b) {
    return std::tie(b.votes, a.degrees, a.rho) < std::tie(a.votes, b.degrees, b.rho);
  });
}

/// The peaks of the votes of some cells, sorted by their votes.
inline std::vector<hough_line> hough_lines(std::vector<v_disparity_cell> const& cells, std::int64_t rows,
                                           road_search const& search) {
  const hough_space space(rows, search.range, search.angles);
  std::vector<std::int32_t> votes(static_cast<std::size_t>(space.size()));
  // For each angle, the lines of all cells in a loop that compilers vectorise, then the votes.
  std::vector<double> rows_of(cells.size()), disparities(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    rows_of[i] = cells[i].row, disparities[i] = cells[i].disparity;
  std::vector<std::int32_t> rhos(cells.size());
  for (int angle = space.first; angle <= space.last && angle < straight_angle; ++angle) {
    const double c = std::cos(radians(angle)), s = std::sin(radians(angle));
    for (std::size_t i = 0; i < cells.size(); ++i)
      rhos[i] = rho_of(disparities[i], rows_of[i], c, s);
    std::int32_t* const of_angle = votes.data() + space.at(angle, 0);
    for (std::int32_t rho : rhos)
      ++of_angle[rho];
  }
  std::vector<hough_line> lines;
  for (int angle = search.angles.first; angle <= search.angles.last; ++angle)
    for (std::int64_t rho = -search.range; rho <= rows; ++rho)
      if (const std::int32_t* const here = votes.data() + space.at(angle, rho); space.is_peak(here, search.least_votes))
        lines.push_back({rho, angle, *here});
  sort_by_votes(lines);
  return lines;
}

struct camera_over_road {
  road_model road;
  double tilt, height;
};

inline double steepest_tilt() { return radians(50); }

/// The road of a line with an angle between 90 and 180 degrees; none if its horizon is outside the image or the camera
/// would be tilted by more than 50 degrees.
inline std::optional<camera_over_road> road_of(hough_line const& line, stereo_camera const& camera, std::int64_t rows) {
  const double c = std::cos(radians(line.degrees)), s = std::sin(radians(line.degrees));
  const auto rho = static_cast<double>(line.rho), last = static_cast<double>(rows - 1);
  const double horizon = rho / s, slope = (rho - last * s) / c / (last - horizon);
  const double tilt = -std::atan((camera.principal_row - horizon) / camera.focal_length);
  if (!(horizon > 0 && std::ceil(horizon) < last && std::fabs(tilt) <= steepest_tilt()))
    return std::nullopt;
  return camera_over_road{{slope, horizon}, tilt, camera.baseline * std::cos(tilt) / slope};
}

} // namespace thrustline::stixel_world
