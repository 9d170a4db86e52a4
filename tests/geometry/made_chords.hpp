// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "random_numbers.hpp"

/// Random chords with a point each, for evaluate_chords.hpp.
namespace thrustline::test {

template <class Real, int D>
struct made_chords {
  std::vector<Real> points;
  std::vector<std::int64_t> steps;
  std::int64_t count() const { return static_cast<std::int64_t>(steps.size()) / 2; }
};

/// Kinds of coordinates. Ties, equal ends and points on the chord are frequent in the quantised ones.
enum class coordinates { whole, quarters, normal, far_from_origin, huge, tiny };

constexpr coordinates all_coordinates[] = {coordinates::whole,           coordinates::quarters, coordinates::normal,
                                           coordinates::far_from_origin, coordinates::huge,     coordinates::tiny};

template <class Real>
Real made_coordinate(coordinates kind, random_numbers& numbers) {
  switch (kind) {
  case coordinates::whole:
    return static_cast<Real>(numbers.below(9) - 4);
  case coordinates::quarters:
    return static_cast<Real>(numbers.below(4000) - 2000) / 4;
  case coordinates::normal:
    return static_cast<Real>(1000 * numbers.normal());
  case coordinates::far_from_origin:
    return static_cast<Real>(5400000 + 10 * numbers.normal());
  case coordinates::huge:
    return static_cast<Real>(1e18 * (2 * numbers.uniform() - 1));
  default:
    return static_cast<Real>(numbers.below(2001) - 1000) * std::numeric_limits<Real>::denorm_min();
  }
}

template <class Real, int D>
made_chords<Real, D> make_chords(coordinates kind, std::int64_t count, std::uint64_t seed) {
  random_numbers numbers(seed);
  made_chords<Real, D> made;
  for (std::int64_t i = 0; i < count; ++i) {
    for (int k = 0; k < 3 * D; ++k)
      made.points.push_back(made_coordinate<Real>(kind, numbers));
    const std::int64_t length = 2 + numbers.below(1000);
    made.steps.push_back(1 + numbers.below(length - 1));
    made.steps.push_back(length);
  }
  return made;
}

} // namespace thrustline::test
