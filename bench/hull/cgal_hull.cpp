// SPDX-License-Identifier: MIT
#include "peer_hulls.hpp"

#include <iterator>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/convex_hull_2.h>
#include <CGAL/version.h>

namespace thrustline::bench {
namespace {

using planar = CGAL::Exact_predicates_inexact_constructions_kernel::Point_2;

class with_cgal : public peer_hull {
public:
  explicit with_cgal(std::vector<double> const& xy) {
    for (std::size_t k = 0; k < xy.size(); k += 2)
      points_.emplace_back(xy[k], xy[k + 1]);
  }
  std::string name() const override { return "CGAL " CGAL_VERSION_STR; }
  std::int64_t find() override {
    std::vector<planar> ring;
    CGAL::convex_hull_2(points_.begin(), points_.end(), std::back_inserter(ring));
    return static_cast<std::int64_t>(ring.size());
  }

private:
  std::vector<planar> points_;
};

} // namespace

std::unique_ptr<peer_hull> cgal_hull(std::vector<double> const& xy) { return std::make_unique<with_cgal>(xy); }

} // namespace thrustline::bench
