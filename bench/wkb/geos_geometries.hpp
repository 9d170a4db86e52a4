// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Geometries of GEOS, read from a column of WKB and written again. All calls throw std::runtime_error if GEOS fails.
class geos_geometries {
public:
  geos_geometries();
  ~geos_geometries();

  std::string name() const;

  /// Reads the values [offsets[i], offsets[i + 1]) of the bytes, in place of those read before.
  void read(std::vector<std::uint8_t> const& bytes, std::vector<std::int64_t> const& offsets);

  /// The coordinates of all geometries, which are polygons without holes, x0 y0 x1 y1 ..., into `xy`.
  void coordinates(std::vector<double>& xy) const;

  /// Writes all of them; returns the number of bytes.
  std::int64_t write() const;

private:
  class implementation;
  std::unique_ptr<implementation> of_;
};

} // namespace thrustline::bench
