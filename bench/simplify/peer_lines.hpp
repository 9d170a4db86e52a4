// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Open planar lines in a peer's own types, made once, simplified many times.
class peer_lines {
public:
  virtual ~peer_lines() = default;
  virtual std::string name() const = 0;
  /// Simplifies every line by the peer's public function. Returns the number of points kept.
  virtual std::int64_t simplify(double tolerance) = 0;
};

/// Series s has the points [offsets[s], offsets[s + 1]) of x0 y0 x1 y1 ...; those of fewer than 2 points are left out.
std::unique_ptr<peer_lines> geos_lines(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets);
std::unique_ptr<peer_lines> boost_lines(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets);

/// Rings as the polygons of one multipolygon, which are simplified together and keep their topology.
std::unique_ptr<peer_lines> geos_layer(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets);

} // namespace thrustline::bench
