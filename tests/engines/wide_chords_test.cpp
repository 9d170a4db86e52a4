// SPDX-License-Identifier: MIT
#include "cpu/wide_chords.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "../geometry/made_chords.hpp"

// Chords of several segments at once: their ranks are those of the chords by themselves, and where they are sure of
// what exceeds the tolerance they are right.
using namespace thrustline;
using namespace thrustline::test;

namespace {

using rounding::wide;

template <class Real>
Real number_of(wide<Real> const& w, int k) {
  Real numbers[wide<Real>::size];
  w.store(numbers);
  return numbers[k];
}

template <class Real>
bool truth_of(typename wide<Real>::truth const& t, int k) {
  return number_of(select(t, wide<Real>(1), wide<Real>(0)), k) == 1;
}

/// Tolerances equal to a distance, up to two units in its last place away, and of any other size.
template <class Real>
Real some_tolerance(Real distance, random_numbers& numbers) {
  switch (numbers.below(7)) {
  case 0:
    return distance;
  case 1:
    return std::nextafter(distance, std::numeric_limits<Real>::infinity());
  case 2:
    return std::nextafter(std::nextafter(distance, Real(0)), Real(0));
  case 3:
    return Real(0);
  case 4:
    return std::numeric_limits<Real>::infinity();
  case 5:
    return std::sqrt(std::numeric_limits<Real>::min());
  default:
    return static_cast<Real>(2 * numbers.uniform()) * distance;
  }
}

/// How many of the answers are sure.
template <class Metric, class Real, int D>
int check_answers(coordinates kind) {
  constexpr int size = wide<Real>::size, groups = 4000;
  auto const made = make_chords<Real, D>(kind, size * groups, 81);
  random_numbers numbers(82);
  int sure = 0;
  for (int g = 0; g < groups; ++g) {
    point<Real, D> each[3][size]; // first, last and between
    point<wide<Real>, D> all[3]{};
    for (int which = 0; which < 3; ++which)
      for (int d = 0; d < D; ++d) {
        Real row[size];
        for (int k = 0; k < size; ++k)
          row[k] = each[which][k][d] = made.points[static_cast<std::size_t>(3 * D * (size * g + k) + D * which + d)];
        all[which][d] = wide<Real>::load(row);
      }
    auto const chords = Metric{}(all[0], all[1], 5);
    wide<Real> const ranks = chords.rank(all[2], wide<Real>(2));
    auto const of_some = Metric{}(each[0][0], each[1][0], 5);
    Real const tolerance = some_tolerance(of_some.distance(each[2][0], 2), numbers);
    auto const verdict = cpu::tell_by_rank(chords, ranks, tolerance);
    for (int k = 0; k < size; ++k) {
      if (!truth_of<Real>(verdict.sure, k))
        continue;
      auto const chord = Metric{}(each[0][k], each[1][k], 5);
      CHECK(number_of(ranks, k) == chord.rank(each[2][k], 2));
      CHECK(truth_of<Real>(verdict.exceeds, k) == (chord.distance(each[2][k], 2) > tolerance));
      ++sure;
    }
  }
  return sure;
}

template <class Real, int D>
void check_metrics() {
  for (coordinates kind : all_coordinates) {
    INFO("coordinates ", static_cast<int>(kind), ", dimensions ", D);
    int const sure[] = {check_answers<vertical_distance, Real, D>(kind), check_answers<line_distance, Real, D>(kind),
                        check_answers<segment_distance, Real, D>(kind)};
    for (int each : sure)
      CHECK((each > wide<Real>::size * 1000 || kind == coordinates::tiny));
  }
}

} // namespace

TEST_CASE_TEMPLATE("chords of several segments tell what each by itself tells, or nothing", Real, float, double) {
  check_metrics<Real, 1>();
  check_metrics<Real, 2>();
  check_metrics<Real, 3>();
}
