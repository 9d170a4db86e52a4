// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline::bench {

/// A disparity image, row-major, in units of 1 / 256 px; 0: no measurement.
struct depth_frame {
  std::string name;
  std::int64_t columns = 0, rows = 0;
  std::vector<std::uint16_t> values;
  double tolerance = 0; ///< px
};

/// Columns of slanted pieces of 10 to 70 rows with noise of 0.8 px, like a busy crossing: about 69 segments a column of
/// 1024 rows at tolerance 4.
depth_frame made_frame(std::int64_t columns, std::int64_t rows);

/// Rows 256 or 512, at random: a segment's farthest point is nearly always near its end, some 510 levels for 1024 rows.
depth_frame binary_noise_frame(std::int64_t columns, std::int64_t rows);

/// The real frames of a folder of disparity images, their holes filled, stretched to `rows`; `disparity_kitti_tram` is
/// filtered by a 5 x 5 median first. Nothing if the folder's name is empty. Images that are absent are left out and
/// named on standard error.
std::vector<depth_frame> real_frames(std::string const& folder, std::int64_t rows);

} // namespace thrustline::bench
