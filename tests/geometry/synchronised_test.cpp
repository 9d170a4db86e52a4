// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <thrustline/geometry/synchronised_distance.hpp>

#include "compare.hpp"
#include "made_chords.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE_TEMPLATE("distances at equal time equal known values", Real, float, double) {
  using P = point<Real, 3>;
  const auto distance = [](P const& a, P const& b, P const& p) {
    return synchronised_distance{}(a, b, 2).distance(p, 1);
  };
  CHECK(distance(P{{0, 0, 0}}, P{{10, 0, 10}}, P{{5, 0, 5}}) == 0);
  CHECK(distance(P{{0, 0, 0}}, P{{10, 0, 10}}, P{{5, 0, 2}}) == 3); // on the way, but too early
  CHECK(distance(P{{1, 1, 1}}, P{{3, 5, 3}}, P{{5, 7, 2}}) == 5);   // expected at 2, 3
  CHECK(distance(P{{1, 1, 7}}, P{{9, 9, 7}}, P{{4, 5, 7}}) == 5);   // no time passes: to the first end
}

TEST_CASE_TEMPLATE("distances at equal time are vertical ones with time first", Real, float, double) {
  for (coordinates kind : all_coordinates) {
    CAPTURE(static_cast<int>(kind));
    const auto made = make_chords<Real, 3>(kind, 3000, 71);
    for (std::int64_t i = 0; i < made.count(); ++i) {
      point<Real, 3> given[3], moved[3];
      for (int k = 0; k < 3; ++k)
        for (int d = 0; d < 3; ++d)
          moved[k][(d + 1) % 3] = given[k][d] = made.points[static_cast<std::size_t>(9 * i + 3 * k + d)];
      const auto got = synchronised_distance{}(given[0], given[1], 2);
      const auto expected = vertical_distance{}(moved[0], moved[1], 2);
      REQUIRE(got.rank(given[2], 1) == expected.rank(moved[2], 1));
      REQUIRE(got.distance(given[2], 1) == expected.distance(moved[2], 1));
      REQUIRE(got.harmless_rank(Real(3)) == expected.harmless_rank(Real(3)));
    }
  }
}

TEST_CASE("a box's ranks bound those of its positions at equal time") {
  const point<double, 3> a{{0, 0, 0}}, b{{8, -3, 20}}, p{{3, 1, 9}}, q{{-2, 4, 11}};
  const box<double, 3> around{{{-2, 1, 9}}, {{3, 4, 11}}};
  const auto chord = synchronised_distance{}(a, b, 4);
  const interval<double> ranks = chord.rank(around, interval<double>{1, 2});
  CHECK(ranks.high >= std::max(chord.rank(p, 1), chord.rank(q, 2)));
  CHECK(ranks.low <= std::min(chord.rank(p, 1), chord.rank(q, 2)));
}

namespace {
struct fix { // a user's own point
  double x, y, z;
};
} // namespace

TEST_CASE("a user's own type of points has distances at equal time") {
  CHECK(synchronised_distance{}(fix{0, 0, 0}, fix{10, 0, 10}, 2).distance(fix{5, 0, 2}, 1) == 3);
}
