// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thrustline::bench {

/// Planar curve of n points, x0 y0 x1 y1 ..., the same on every machine and with any number of threads; a shorter curve
/// is the beginning of a longer one. Kinds:
///
///     walk     both coordinates take nearly normal steps of variance 1
///     smooth   unit steps whose direction changes by 0.1 * normal
///
/// Throws std::invalid_argument for other kinds.
template <class Real>
std::vector<Real> made_curve(std::string const& kind, std::int64_t n);

/// n uniform whole numbers 0..7: thousands of levels at tolerance 2.
template <class Real>
std::vector<Real> integer_noise(std::int64_t n);

/// n values or planar points with hard split trees, by kind:
///
///     integer noise       values of integer_noise()
///     binary noise        values 0 and 7, equally likely: a level for every second point
///     zig-zag             values 0 and 1 in turn: a level a point
///     2^k zig-zag         values above and below 0 in turn, each twice as far as the one before: from 2^-40 to 2^59,
///                         again and again
///     slow 2^k zig-zag    the same but once, by n values: nearly a level a point
///     comb                values 0 and 100 in turn, on a slope
///     square wave         50 values 0 and 50 values 10 in turn
///     rising square wave  the same, on a slope
///     spiral              points x0 y0 x1 y1 ..., 32 turns for a million
///
/// and planar points that return to the same places again and again, rounded as in a file of decimals:
///
///     rest                a GPS at rest: random neighbours of one place on a grid of 1e-5 degrees
///     laps                laps on a circle of 100 positions
///     three positions     three positions in turn
///     two positions       two positions in turn, then an end elsewhere: a level a point
///
/// Throws std::invalid_argument for other kinds.
template <class Real>
std::vector<Real> hard_line(std::string const& kind, std::int64_t n);

} // namespace thrustline::bench
