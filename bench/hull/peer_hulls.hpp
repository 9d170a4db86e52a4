// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Another library's hull of points that are already in its own layout.
class peer_hull {
public:
  virtual ~peer_hull() = default;
  virtual std::string name() const = 0;
  /// Number of vertices.
  virtual std::int64_t find() = 0;
};

/// xy: x0 y0 x1 y1 ...
std::unique_ptr<peer_hull> cgal_hull(std::vector<double> const& xy);
std::unique_ptr<peer_hull> qhull_hull(std::vector<double> const& xy);

} // namespace thrustline::bench
