// SPDX-License-Identifier: MIT
#include "cgal.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/ch_graham_andrew.h>

namespace thrustline::test::cgal {
namespace {

using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using planar = kernel::Point_2;

} // namespace

int orientation(const double (&abc)[6]) {
  return static_cast<int>(CGAL::orientation(planar(abc[0], abc[1]), planar(abc[2], abc[3]), planar(abc[4], abc[5])));
}

void orientations(std::int64_t count, const double* triples, std::int8_t* out) {
  for (std::int64_t i = 0; i < count; ++i, triples += 6)
    out[i] = static_cast<std::int8_t>(CGAL::orientation(planar(triples[0], triples[1]), planar(triples[2], triples[3]),
                                                        planar(triples[4], triples[5])));
}

std::vector<double> hull(std::vector<double> const& xy) {
  std::vector<planar> points, ring;
  for (std::size_t k = 0; k < xy.size(); k += 2)
    points.emplace_back(xy[k] + 0.0, xy[k + 1] + 0.0); // -0 is 0
  CGAL::ch_graham_andrew(points.begin(), points.end(), std::back_inserter(ring));
  std::vector<double> out;
  for (planar const& p : ring)
    out.insert(out.end(), {p.x(), p.y()});
  return out;
}

} // namespace thrustline::test::cgal
