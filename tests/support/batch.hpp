// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/polylines.hpp>

#include "generators.hpp"

namespace thrustline::test {

/// A ragged batch that owns its points.
template <class Real, int D>
struct batch {
  std::vector<Real> coordinates;
  std::vector<std::int64_t> offsets{0};

  std::int64_t points() const { return static_cast<std::int64_t>(coordinates.size()) / D; }
  std::int64_t series() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t size(std::int64_t s) const { return offsets[s + 1] - offsets[s]; }

  void add(std::vector<Real> const& one) {
    coordinates.insert(coordinates.end(), one.begin(), one.end());
    offsets.push_back(points());
  }

  polylines<Real, D> view() const { return {coordinates.data(), points(), offsets.data(), series()}; }

  polyline<Real, D> view(std::int64_t s) const { return {coordinates.data() + offsets[s] * D, size(s)}; }
};

/// Series of all kinds in random order, with empty, one- and two-point series among them and at both ends.
template <class Real, int D>
batch<Real, D> mixed_batch(std::int64_t series, std::int64_t longest, std::uint64_t seed) {
  random_numbers numbers(seed);
  batch<Real, D> made;
  for (std::int64_t s = 0; s < series; ++s) {
    kind const& of = kinds()[numbers.below(static_cast<std::int64_t>(kinds().size()))];
    const std::int64_t choice = s == 0 || s == series - 1 ? 0 : numbers.below(8);
    const std::int64_t most = of.deep && longest > 200 ? 200 : longest;
    const std::int64_t n = choice < 3 ? choice : choice < 6 ? 3 + numbers.below(20) : 3 + numbers.below(most);
    made.add(make<Real, D>(of, n, numbers.next()));
  }
  return made;
}

/// Copies of one walk.
template <class Real, int D>
batch<Real, D> equal_walks(std::int64_t series, std::int64_t size) {
  batch<Real, D> made;
  for (std::int64_t s = 0; s < series; ++s)
    made.add(make<Real, D>("walk", size, 7));
  return made;
}

} // namespace thrustline::test
