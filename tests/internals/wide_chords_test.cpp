// SPDX-License-Identifier: MIT
#include "simplify/cpu/bounded/wide_chords.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/made_chords.hpp"
#include "geometry/made_places.hpp"
#include "geometry/near_cases.hpp"
#include "sanitized.hpp"

// Chords of several segments at once: their ranks equal those of single chords, and their sure answers about the
// tolerance are right.
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

/// A chord with a point for each lane of a wide number.
template <class Real, int D>
struct chord_group {
  static constexpr int size = wide<Real>::size;
  enum { first, last, between };

  point<Real, D> points[3][size];

  point<wide<Real>, D> all(int which) const {
    point<wide<Real>, D> p{};
    for (int d = 0; d < D; ++d) {
      Real row[size];
      for (int k = 0; k < size; ++k)
        row[k] = points[which][k][d];
      p[d] = wide<Real>::load(row);
    }
    return p;
  }

  template <class Metric>
  auto chord(int k) const {
    return Metric{}(points[first][k], points[last][k], 5);
  }
  template <class Metric>
  Real rank(int k) const {
    return chord<Metric>(k).rank(points[between][k], 2);
  }
  template <class Metric>
  Real distance(int k) const {
    return chord<Metric>(k).distance(points[between][k], 2);
  }
};

template <class Real>
struct group_answer {
  wide<Real> ranks;
  cpu::wide_verdict<Real> verdict;

  Real rank(int k) const { return number_of(ranks, k); }
  bool exceeds(int k) const { return truth_of<Real>(verdict.exceeds, k); }
  bool sure(int k) const { return truth_of<Real>(verdict.sure, k); }
};

template <class Metric, class Real, int D>
group_answer<Real> answer_of(chord_group<Real, D> const& group, Real tolerance) {
  const auto chords = Metric{}(group.all(group.first), group.all(group.last), 5);
  const wide<Real> ranks = chords.rank(group.all(group.between), wide<Real>(2));
  return {ranks, cpu::decide_by_rank(chords, ranks, tolerance)};
}

/// Checks the sure answers of a group; returns their number.
template <class Metric, class Real, int D>
int check_sure_answers(chord_group<Real, D> const& group, Real tolerance) {
  const auto answer = answer_of<Metric>(group, tolerance);
  int sure = 0;
  for (int k = 0; k < group.size; ++k) {
    if (!answer.sure(k))
      continue;
    CHECK(answer.rank(k) == group.template rank<Metric>(k));
    CHECK(answer.exceeds(k) == (group.template distance<Metric>(k) > tolerance));
    ++sure;
  }
  return sure;
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

constexpr int groups = sanitized ? 800 : 4000;

/// Number of sure answers for coordinates of a kind.
template <class Metric, class Real, int D>
int check_coordinates(coordinates kind) {
  chord_group<Real, D> group;
  const auto made = make_chords<Real, D>(kind, group.size * groups, 81);
  random_numbers numbers(82);
  int sure = 0;
  for (int g = 0; g < groups; ++g) {
    for (int which = 0; which < 3; ++which)
      for (int d = 0; d < D; ++d)
        for (int k = 0; k < group.size; ++k)
          group.points[which][k][d] =
              made.points[static_cast<std::size_t>(3 * D * (group.size * g + k) + D * which + d)];
    sure += check_sure_answers<Metric>(group, some_tolerance(group.template distance<Metric>(g % group.size), numbers));
  }
  return sure;
}

/// Number of sure answers where the tolerance is near the distance of one lane's chord, for each lane in turn.
template <class Metric, class Real, int D>
int check_near_tolerance() {
  near_cases<Real, D> made(83);
  chord_group<Real, D> group;
  int sure = 0;
  for (int g = 0; g < groups; ++g) {
    for (int k = 0; k < group.size; ++k) {
      made.next();
      group.points[group.first][k] = made.first;
      group.points[group.last][k] = made.last;
      group.points[group.between][k] = made.p;
    }
    sure += check_sure_answers<Metric>(group, made.near(group.template distance<Metric>(g % group.size)));
  }
  return sure;
}

/// Checks NaN as a coordinate of a point or an end, in each lane in turn.
template <class Metric, class Real, int D>
void check_spoiled() {
  using limits = std::numeric_limits<Real>;
  near_cases<Real, D> made(84);
  random_numbers numbers(85);
  for (int g = 0; g < groups; ++g) {
    chord_group<Real, D> group;
    for (int k = 0; k < group.size; ++k) {
      made.next();
      group.points[group.first][k] = made.first;
      group.points[group.last][k] = made.last;
      group.points[group.between][k] = made.p;
    }
    const Real tolerance = made.near(group.template distance<Metric>(static_cast<int>(numbers.below(group.size))));
    const auto before = answer_of<Metric>(group, tolerance);

    const int spoiled = g % group.size, which = static_cast<int>(numbers.below(3));
    const Real bad[] = {limits::quiet_NaN(), limits::infinity(), -limits::infinity()};
    const Real x = bad[numbers.below(3)];
    group.points[which][spoiled][static_cast<int>(numbers.below(D))] = x;
    const auto after = answer_of<Metric>(group, tolerance);
    for (int k = 0; k < group.size; ++k) {
      if (k == spoiled)
        continue;
      CHECK(after.rank(k) == before.rank(k));
      CHECK(after.sure(k) == before.sure(k));
      CHECK(after.exceeds(k) == before.exceeds(k));
    }
    if (std::isnan(x)) // ranks as an invalid point: never farther than another one, and nothing is known of it
      CHECK((std::isnan(after.rank(spoiled)) && !after.sure(spoiled)));
  }
}

template <class Real, int D>
void check_metrics() {
  INFO("dimensions ", D);
  for (coordinates kind : all_coordinates) {
    INFO("coordinates ", static_cast<int>(kind));
    const int sure[] = {check_coordinates<vertical_distance, Real, D>(kind),
                        check_coordinates<line_distance, Real, D>(kind),
                        check_coordinates<segment_distance, Real, D>(kind)};
    for (int each : sure)
      CHECK((each > wide<Real>::size * groups / 4 || kind == coordinates::tiny));
  }
}

template <class Real, int D>
void check_metrics_near_tolerance() {
  INFO("dimensions ", D);
  for (int sure : {check_near_tolerance<vertical_distance, Real, D>(), check_near_tolerance<line_distance, Real, D>(),
                   check_near_tolerance<segment_distance, Real, D>()})
    CHECK(sure > wide<Real>::size * groups / 2);
}

template <class Real, int D>
void check_metrics_spoiled() {
  INFO("dimensions ", D);
  check_spoiled<vertical_distance, Real, D>();
  check_spoiled<line_distance, Real, D>();
  check_spoiled<segment_distance, Real, D>();
}

} // namespace

TEST_CASE_TEMPLATE("wide chords agree with single chords or are unsure", Real, float, double) {
  check_metrics<Real, 1>();
  check_metrics<Real, 2>();
  check_metrics<Real, 3>();
}

TEST_CASE_TEMPLATE("wide chords agree near the tolerance and at any scale", Real, float, double) {
  check_metrics_near_tolerance<Real, 1>();
  check_metrics_near_tolerance<Real, 2>();
  check_metrics_near_tolerance<Real, 3>();
}

TEST_CASE_TEMPLATE("NaN affects only the chord of its own lane", Real, float, double) {
  check_metrics_spoiled<Real, 1>();
  check_metrics_spoiled<Real, 2>();
  check_metrics_spoiled<Real, 3>();
}

TEST_CASE("wide chords on the Earth equal single ones or are unsure") {
  made_places<double> made(86);
  random_numbers numbers(87);
  chord_group<double, 3> group;
  int sure = 0;
  for (int g = 0; g < groups; ++g) {
    made.next_neighbourhood();
    for (auto& points : group.points)
      for (auto& p : points)
        p = made.next();
    const double distance = group.distance<great_ellipse_distance>(g % group.size);
    sure += check_sure_answers<great_ellipse_distance>(group, some_tolerance(distance, numbers));
  }
  CHECK(sure > wide<double>::size * groups / 2);
}

TEST_CASE("ranks of several boxes on the Earth equal those of each box") {
  made_places<double> made(88);
  for (int g = 0; g < groups; ++g) {
    made.next_neighbourhood();
    const auto chord = great_ellipse_distance{}(made.next(), made.next(), 5);
    box<double, 3> boxes[wide<double>::size];
    point<double, 3> corners[2];
    double rows[2][3][wide<double>::size];
    for (int k = 0; k < wide<double>::size; ++k) {
      corners[0] = made.next();
      corners[1] = made.next();
      for (int d = 0; d < 3; ++d) {
        rows[0][d][k] = boxes[k].low[d] = std::min(corners[0][d], corners[1][d]);
        rows[1][d][k] = boxes[k].high[d] = std::max(corners[0][d], corners[1][d]);
      }
    }
    box<wide<double>, 3> all{};
    for (int d = 0; d < 3; ++d) {
      all.low[d] = wide<double>::load(rows[0][d]);
      all.high[d] = wide<double>::load(rows[1][d]);
    }
    const auto ranks = chord.rank(all, interval<wide<double>>{wide<double>(0), wide<double>(0)});
    for (int k = 0; k < wide<double>::size; ++k) {
      const auto expected = chord.rank(boxes[k], interval<double>{0, 0});
      REQUIRE(number_of(ranks.low, k) == expected.low);
      REQUIRE(number_of(ranks.high, k) == expected.high);
    }
  }
}
