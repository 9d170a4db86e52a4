// SPDX-License-Identifier: MIT
#include "slow_lines.hpp"

namespace thrustline::made {

std::vector<slow_line> const& slow_lines() {
  // Swing, period, drift, growth, noise, quantum, angle, end, tolerance.
  static const std::vector<slow_line> lines{
      {"two positions in turn, then an end elsewhere", {shape::shuttle, 2, 0, 0, 0, 0, 0, 5, 0.1}},
      {"swings that shrink through 0", {shape::two_sides, 2, 0.11131, -47.6, 1.7552e-12, 0, 46.219, 26181, 5.2012e-6}},
      {"swings that shrink by a third",
       {shape::two_sides, 2, 0.0012481, -0.38061, 2.3775e-9, 0, 64.088, 78539, 2.1495e-5}},
      {"swings with noise", {shape::two_sides, 2, 0.018083, -6.0552, 5.504e-7, 0, 45, 1112.2, 8.8831e-5}},
      {"swings that grow fivefold",
       {shape::two_sides, 2, 0.049629, 4.3171, 0, 0, 26.56505117707799, 232.25, 0.0030543}},
      {"long steps, and swings that grow",
       {shape::two_sides, 2, 5.5002, 73.844, 0, 2.9645e-5, 83.154, 5.5345e5, 3.4123e-4}},
      {"swings on a lattice", {shape::two_sides, 2, 0.004501, -6.6291, 0, 2.6426e-4, 45, 0, 3.2778e-6}},
      {"a slow shuttle on a lattice", {shape::shuttle, 2, 2.6017e-5, 0, 0, 0.016448, 90, 0, 5.3205e-5}},
      {"a shuttle of seven points", {shape::shuttle, 7, 0.0028196, 0, 0, 0, 26.56505117707799, 5.9278e5, 0.19783}},
      {"triangles on a lattice, with noise", {shape::circle, 3, 0, -1.35, 0.001559, 0.044684, 0, 0, 1.5966e-5}},
      {"waves of 57 points along a diagonal", {shape::circle, 57, 75.83, 0.0024403, 0, 0, 45, 4325.1, 0.00685}},
      {"nine places, of which eight move to the ninth",
       {shape::lattice_at_random, 5, 0, -0.020446, 0, 0, 76.114, 64.668, 4.8433e-6}},
      {"a shuttle that shrinks to one of its ends",
       {shape::shuttle, 12, 0, -0.14266, 1.4741e-8, 2.0157e-6, 17.053, 1.4105, 0.0039669, metric::vertical}}};
  return lines;
}

} // namespace thrustline::made
