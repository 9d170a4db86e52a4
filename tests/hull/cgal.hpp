// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

/// CGAL's exact predicates and hulls, on doubles: the oracle of the hull's tests.
namespace thrustline::test::cgal {

/// 1, -1 or 0 as thrustline::orientation; coordinates ax ay bx by cx cy.
int orientation(const double (&abc)[6]);

/// out[i] = the orientation of the i-th triple, six coordinates each.
void orientations(std::int64_t count, const double* triples, std::int8_t* out);

/// The strictly extreme points x0 y0 x1 y1 ..., counter-clockwise from the lowest of the leftmost.
std::vector<double> hull(std::vector<double> const& xy);

} // namespace thrustline::test::cgal
