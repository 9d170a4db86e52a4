// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <thrustline/simplify.hpp>

#include "lattice_chords.hpp"
#include "random_numbers.hpp"

namespace thrustline::differential {

/// A random call.
template <class Real, int D>
struct made_case {
  std::vector<Real> coordinates;
  std::vector<std::int64_t> offsets{0};
  std::vector<double> tolerances;  ///< tolerance of each series; all equal unless the options have them
  std::vector<std::uint8_t> pins;  ///< not 0: the point is pinned; empty: the options have no pins
  std::vector<std::uint8_t> rings; ///< not 0: the series is a ring whose last point repeats the first; empty: no rings
  simplify_options options; ///< point into `tolerances` or have the one tolerance, and point into `pins` and `rings`
  int threads = 1;
  std::string shapes; ///< for messages

  /// Whether coordinates are (lattice + a constant) 2^power, else any numbers.
  bool on_lattice = true;
  std::vector<std::int64_t> lattice;
  std::vector<lattice_tolerance> lattice_tolerances; ///< tolerance of each series
  int power = 0;

  std::int64_t points() const { return static_cast<std::int64_t>(coordinates.size()) / D; }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  /// Whether series s is a ring whose last point repeats the first.
  bool repeats_first(std::int64_t s) const { return !rings.empty() && rings[static_cast<std::size_t>(s)] != 0; }
  polylines<Real, D> view() const { return {coordinates.data(), points(), offsets.data(), series()}; }
};

/// Fills `made` with random series, tolerances and options.
template <class Real, int D>
void make_case(test::random_numbers& numbers, made_case<Real, D>& made);

} // namespace thrustline::differential
