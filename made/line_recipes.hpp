// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

namespace thrustline::made {

/// The swing that a line makes around its course.
enum class shape { two_sides, circle, shuttle, places_in_turn, lattice_at_random, disc_at_random };
inline constexpr std::array<const char*, 6> shape_names{
    "two sides", "circle", "shuttle", "places in turn", "lattice at random", "disc at random"};

/// A planar line by a few numbers, and how to simplify it: a swing of size 1 around a straight course.
struct line_recipe {
  shape swing = shape::two_sides;
  double period = 2;  ///< points of a swing, or places of a lattice
  double drift = 0;   ///< the course's step
  double growth = 0;  ///< growth of the swing from the first point to the last
  double noise = 0;   ///< added to each coordinate
  double quantum = 0; ///< coordinates are multiples of it; 0: of any size
  double angle = 0;   ///< turns everything, in degrees
  double end = 0;     ///< distance of the last point from where it would be
  double tolerance = 0.1;
  metric by = metric::segment;
};

/// n points x0 y0 x1 y1 ...
std::vector<double> made_line(line_recipe const& of, std::int64_t n);

} // namespace thrustline::made
