// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random_numbers.hpp"

namespace thrustline::test {

/// A kind of made data. Every call with the same arguments gives the same points.
struct kind {
  std::string name;
  /// Writes n points of `dimensions` coordinates each.
  void (*fill)(double* out, std::int64_t n, int dimensions, random_numbers& numbers);
  /// A tolerance between "all kept" and "ends only".
  double tolerance;
  /// Whether the split tree has about as many levels as points: keep n small.
  bool deep;
  /// Whether the last point is one step from the first.
  bool ring;
};

/// All kinds, open ones first.
std::vector<kind> const& kinds();

/// The kind of that name; throws std::out_of_range if there is none.
kind const& find_kind(std::string const& name);

template <class Real, int D>
std::vector<Real> make(kind const& of, std::int64_t n, std::uint64_t seed) {
  std::vector<double> exact(static_cast<std::size_t>(n) * D);
  random_numbers numbers(seed);
  of.fill(exact.data(), n, D, numbers);
  return {exact.begin(), exact.end()};
}

template <class Real, int D>
std::vector<Real> make(std::string const& name, std::int64_t n, std::uint64_t seed) {
  return make<Real, D>(find_kind(name), n, seed);
}

/// f(kind, points as vector<Real>) for all kinds; `deep` ones get at most deep_n points.
template <class Real, int D, class F>
void for_each_kind(std::int64_t n, std::int64_t deep_n, std::uint64_t seed, F f) {
  for (kind const& each : kinds())
    f(each, make<Real, D>(each, each.deep && n > deep_n ? deep_n : n, seed));
}

} // namespace thrustline::test
