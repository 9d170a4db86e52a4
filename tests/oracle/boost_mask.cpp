// SPDX-License-Identifier: MIT
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>

#include <stdexcept>

#include "peers.hpp"

namespace thrustline::test {

keep_mask boost_mask(std::vector<double> const& xy, double tolerance) {
  namespace bg = boost::geometry;
  using point = bg::model::d2::point_xy<double>;
  bg::model::linestring<point> line, kept;
  for (std::size_t i = 0; i < xy.size(); i += 2)
    line.emplace_back(xy[i], xy[i + 1]);
  bg::simplify(line, kept, tolerance);

  // The points come back without their indices; lines with repeated points would be ambiguous.
  keep_mask mask(line.size(), 0);
  std::size_t i = 0;
  for (point const& p : kept) {
    while (i < line.size() && (line[i].x() != p.x() || line[i].y() != p.y()))
      ++i;
    if (i == line.size())
      throw std::runtime_error("Boost.Geometry returned a point that is not of the line");
    mask[i++] = 1;
  }
  mask.back() = 1;
  return mask;
}

} // namespace thrustline::test
