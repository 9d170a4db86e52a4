// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline::made {

/// SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every machine, unlike the distributions of <random>.
class split_mix_64 {
public:
  explicit split_mix_64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// In 0 .. count - 1.
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(count));
  }

  /// Nearly normal, mean 0, variance 1: a sum of uniforms, since the logarithm may round differently elsewhere.
  double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i)
      sum += uniform();
    return sum;
  }

private:
  std::uint64_t state_;
};

} // namespace thrustline::made
