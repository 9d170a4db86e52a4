// SPDX-License-Identifier: MIT
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/linestring.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/version.hpp>

#include "peer_lines.hpp"

namespace thrustline::bench {
namespace {

using line = boost::geometry::model::linestring<boost::geometry::model::d2::point_xy<double>>;

class boost_geometry : public peer_lines {
public:
  boost_geometry(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) {
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
      if (offsets[s + 1] - offsets[s] < 2)
        continue;
      line& one = lines_.emplace_back();
      for (auto i = static_cast<std::size_t>(offsets[s]); i < static_cast<std::size_t>(offsets[s + 1]); ++i)
        one.emplace_back(xy[2 * i], xy[2 * i + 1]);
    }
  }

  std::string name() const override {
    return "Boost.Geometry " + std::to_string(BOOST_VERSION / 100000) + "." +
           std::to_string(BOOST_VERSION / 100 % 1000);
  }

  std::int64_t simplify(double tolerance) override {
    std::int64_t kept = 0;
    for (line const& one : lines_) {
      kept_.clear();
      boost::geometry::simplify(one, kept_, tolerance);
      kept += static_cast<std::int64_t>(kept_.size());
    }
    return kept;
  }

private:
  std::vector<line> lines_;
  line kept_; // its memory is reused, as a user with many lines would
};

} // namespace

std::unique_ptr<peer_lines> boost_lines(std::vector<double> const& xy, std::vector<std::int64_t> const& offsets) {
  return std::make_unique<boost_geometry>(xy, offsets);
}

} // namespace thrustline::bench
