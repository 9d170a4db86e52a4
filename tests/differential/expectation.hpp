// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "lattice_chords.hpp"
#include "made_case.hpp"
#include "masks.hpp"
#include "plain_recursion.hpp"
#include "real_chords.hpp"

namespace thrustline::differential {

/// What the library must answer.
struct expectation {
  test::keep_mask mask;
  std::vector<long double> significance;
  std::int64_t levels = 0;
  long double deviation = 0; ///< largest distance of a dropped point
  bool sure = true;          ///< false: the rest says nothing, as roundings decide
};

template <class Real, int D>
bool is_valid(made_case<Real, D> const& made, std::int64_t point) {
  const bool has_sentinel = made.options.invalid() == invalid::ignore;
  for (int d = 0; d < D; ++d) {
    const Real x = made.coordinates[static_cast<std::size_t>(point * D + d)];
    if (!(std::abs(x) <= std::numeric_limits<Real>::max() / 4))
      return false;
    if (has_sentinel && x == static_cast<Real>(made.options.sentinel()))
      return false;
  }
  return true;
}

/// Works out the expectation, series by series.
template <class Real, int D>
class expectation_maker {
public:
  explicit expectation_maker(made_case<Real, D> const& made) : made_(made) {}

  expectation make() {
    for (std::int64_t s = 0; s < made_.series() && all_.sure; ++s) {
      const present_points present = find_present(s);
      made_.on_lattice ? add_lattice(s, present) : add_real(s, present);
      if (made_.repeats_first(s) && present.size > 0)
        keep_closing_position();
    }
    return all_;
  }

private:
  present_points find_present(std::int64_t s) const {
    present_points found;
    found.closed = made_.options.closed() || made_.repeats_first(s);
    found.size = made_.offsets[s + 1] - made_.offsets[s];
    if (made_.repeats_first(s) && found.size > 0)
      --found.size;
    for (std::int64_t i = 0; i < found.size; ++i)
      if (is_valid(made_, made_.offsets[s] + i)) {
        if (is_pinned(made_.offsets[s] + i))
          found.pins.push_back(static_cast<std::int64_t>(found.index.size()));
        found.index.push_back(i);
      }
    if (found.closed && !found.index.empty())
      found.index.push_back(found.size + found.index.front());
    return found;
  }

  /// The last point of a ring is kept as its first one is.
  void keep_closing_position() {
    all_.mask.push_back(1);
    all_.significance.push_back(std::numeric_limits<long double>::infinity());
  }

  bool is_pinned(std::int64_t point) const {
    return !made_.pins.empty() && made_.pins[static_cast<std::size_t>(point)] != 0;
  }

  /// The coordinates of the present points of a series; values get their index as abscissa.
  template <class Number, class Coordinate>
  std::vector<std::array<Number, 3>> places(std::int64_t s, present_points const& present,
                                            std::vector<Coordinate> const& coordinates) const {
    std::vector<std::array<Number, 3>> all;
    for (std::int64_t i : present.index) {
      const std::int64_t at = made_.offsets[s] + (i >= present.size ? i - present.size : i);
      std::array<Number, 3> place{};
      if constexpr (D == 1)
        place[0] = static_cast<Number>(i);
      for (int d = 0; d < D; ++d)
        place[D == 1 ? 1 : d] = static_cast<Number>(coordinates[static_cast<std::size_t>(at * D + d)]);
      all.push_back(place);
    }
    return all;
  }

  void add_lattice(std::int64_t s, present_points const& present) {
    const auto points = places<std::int64_t>(s, present, made_.lattice);
    const double closest = 64 * static_cast<double>(std::numeric_limits<Real>::epsilon());
    const lattice_tolerance tolerance = made_.lattice_tolerances[static_cast<std::size_t>(s)];
    add(present, lattice_chords(made_.options.metric(), D, points, tolerance, closest), std::ldexp(1.0L, made_.power));
  }

  void add_real(std::int64_t s, present_points const& present) {
    const auto points = places<long double>(s, present, made_.coordinates);
    add(present,
        real_chords(made_.options.metric(), points, made_.tolerances[static_cast<std::size_t>(s)],
                    std::numeric_limits<Real>::epsilon()),
        1);
  }

  /// scale: the distance of neighbours, for whose distance the chords say 1.
  template <class Chords>
  void add(present_points const& present, Chords const& chords, long double scale) {
    const plain_answer one = plain_recursion(present, chords).run();
    all_.sure = one.sure;
    all_.levels = std::max(all_.levels, one.levels);
    all_.mask.insert(all_.mask.end(), one.mask.begin(), one.mask.end());
    for (long double value : one.significance)
      all_.significance.push_back(scale * value);
    if (one.sure)
      all_.deviation = std::max(all_.deviation, scale * largest_distance(present, chords, one.mask));
  }

  /// Largest distance of a dropped point to the chord of its kept neighbours.
  template <class Chords>
  static long double largest_distance(present_points const& present, Chords const& chords,
                                      test::keep_mask const& mask) {
    long double largest = 0;
    const auto end = static_cast<std::int64_t>(present.index.size());
    const auto kept = [&](std::int64_t k) { return present.index[k] >= present.size || mask[present.index[k]]; };
    for (std::int64_t first = 0, last = 1; last < end; ++last) {
      if (!kept(last))
        continue;
      const auto chord = chords(first, last);
      for (std::int64_t k = first + 1; k < last; ++k)
        largest = std::max(largest, chord.distance(k));
      first = last;
    }
    return largest;
  }

  made_case<Real, D> const& made_;
  expectation all_;
};

} // namespace thrustline::differential
