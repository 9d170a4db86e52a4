// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "planar_layers.hpp"

/// Layers as the arrays of a call, and layers of many lines.
namespace thrustline::test {

inline constexpr topology kept_topologies[] = {topology::within, topology::between, topology::both};

inline simplify_options keeping(topology apart, double tolerance) {
  return simplify_options{}.topology(apart).tolerance(tolerance);
}

template <class Real>
struct flat_layer {
  std::vector<Real> coordinates;
  std::vector<std::int64_t> offsets;

  explicit flat_layer(flat_lines const& lines, double scale = 1) : offsets(lines.offsets) {
    for (lattice_point const& p : lines.points)
      for (int k = 0; k < 2; ++k)
        coordinates.push_back(static_cast<Real>(p[k] * scale));
  }

  polylines<Real, 2> view() const {
    return {coordinates.data(), static_cast<std::int64_t>(coordinates.size()) / 2, offsets.data(),
            static_cast<std::int64_t>(offsets.size()) - 1};
  }
};

/// Layers side by side, or on top of each other: then their lines cross and touch, and many have the same ends.
inline flat_lines many_layers(std::uint64_t seed, int layers, double step) {
  random_numbers numbers(seed);
  flat_lines all;
  for (int k = 0; k < layers; ++k)
    for (lattice_line line : planar_layer(numbers).lines) {
      for (lattice_point& p : line)
        p[0] += k * step;
      all.add(line);
    }
  return all;
}

/// Random walks over few places, through themselves and each other, with points that recur.
inline flat_lines tangled_walks(std::uint64_t seed, std::int64_t points, std::int64_t extent) {
  random_numbers numbers(seed);
  flat_lines all;
  while (all.count() < points) {
    lattice_line line;
    for (std::int64_t n = 1 + numbers.below(60); n > 0; --n)
      line.push_back({{static_cast<double>(numbers.below(extent)), static_cast<double>(numbers.below(extent))}});
    if (numbers.below(3) == 0)
      line.push_back(line.front());
    all.add(line);
  }
  return all;
}

/// Noisy lines, and copies of their pieces: up to `longest` points, some reversed, some with a point elsewhere. Some
/// points of the lines repeat the one before, a few of each line.
inline flat_lines copied_pieces(std::uint64_t seed, std::int64_t points, std::int64_t longest) {
  random_numbers numbers(seed);
  flat_lines all;
  while (all.count() < points) {
    const std::int64_t length = 2 + numbers.below(longest);
    lattice_line line;
    for (std::int64_t i = 0; i < length; ++i)
      line.push_back(i > 0 && numbers.below(longest / 4) == 0
                         ? line.back()
                         : lattice_point{{static_cast<double>(i), static_cast<double>(numbers.below(30))}});
    all.add(line);
    for (int copies = 0; copies < 3; ++copies) {
      const std::int64_t begin = numbers.below(length - 1), end = begin + 2 + numbers.below(length - begin - 1);
      lattice_line piece(line.begin() + begin, line.begin() + end);
      if (numbers.below(2) == 0)
        std::reverse(piece.begin(), piece.end());
      if (numbers.below(3) == 0)
        piece[static_cast<std::size_t>(numbers.below(end - begin))][1] += 0.5;
      all.add(piece);
    }
  }
  return all;
}

} // namespace thrustline::test
