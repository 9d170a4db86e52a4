// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/geometry/orientation.hpp>

#include "hull/made_triples.hpp"
#if defined(THRUSTLINE_TEST_CGAL)
#include "hull/cgal.hpp"
#endif
#include "skip.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using triple = made_triple;

int sign(triple const& t) { return orientation(t.a, t.b, t.c); }

} // namespace

TEST_CASE("orientation of integers equals integer arithmetic") {
  random_numbers numbers(501);
  for (int i = 0; i < 200000; ++i) {
    const std::int64_t most = i % 2 ? 5 : 1 << 24;
    std::int64_t v[6];
    point<float, 2> f[3];
    for (int k = 0; k < 6; ++k) {
      v[k] = numbers.below(2 * most + 1) - most;
      f[k / 2][k % 2] = static_cast<float>(v[k]);
    }
    const std::int64_t det = (v[2] - v[0]) * (v[5] - v[1]) - (v[3] - v[1]) * (v[4] - v[0]);
    REQUIRE(orientation(f[0], f[1], f[2]) == (det > 0 ? 1 : det < 0 ? -1 : 0));
  }
}

TEST_CASE("orientation is right at the ends of the range of double") {
  const double huge = std::numeric_limits<double>::max(), tiny = std::numeric_limits<double>::denorm_min();
  using p = point<double, 2>;
  CHECK(orientation(p{-huge, -huge}, p{huge, -huge}, p{huge, huge}) == 1);
  CHECK(orientation(p{-huge, -huge}, p{0, 0}, p{huge, huge}) == 0);
  CHECK(orientation(p{-huge, -huge}, p{0, tiny}, p{huge, huge}) == -1);
  CHECK(orientation(p{-huge, -huge}, p{tiny, 0}, p{huge, huge}) == 1);
  CHECK(orientation(p{0, 0}, p{tiny, 0}, p{0, tiny}) == 1);
  CHECK(orientation(p{0, 0}, p{tiny, tiny}, p{3 * tiny, 3 * tiny}) == 0);
  CHECK(orientation(p{tiny, tiny}, p{2 * tiny, 3 * tiny}, p{3 * tiny, 4 * tiny}) == -1);
  CHECK(orientation(p{0, 0}, p{huge, tiny}, p{huge, 0}) == -1);
  CHECK(orientation(p{0, 0}, p{1e-308, 1e-308}, p{1e308, 1e308}) == 0);
  CHECK(orientation(p{0, 0}, p{1e-308, std::nextafter(1e-308, 1.0)}, p{1e308, 1e308}) == -1);
}

TEST_CASE("orientation keeps its laws on near-degenerate triples") {
  for (triples_kind kind : all_triples) {
    CAPTURE(static_cast<int>(kind));
    random_numbers numbers(502);
    int zeros = 0;
    for (int i = 0; i < 20000; ++i) {
      const triple t = make_triple(kind, numbers);
      const int s = sign(t);
      zeros += s == 0;
      REQUIRE(sign({t.b, t.c, t.a}) == s);
      REQUIRE(sign({t.b, t.a, t.c}) == -s);
      REQUIRE(detail::integer_orientation(t.a[0], t.a[1], t.b[0], t.b[1], t.c[0], t.c[1]) == s);
      REQUIRE((!certainly_left(t.a, t.b, t.c) || s == 1));
    }
    if (kind != triples_kind::any_bits)
      CHECK(zeros > 10);
  }
}

TEST_CASE("orientation equals CGAL's on near-degenerate triples") {
#if defined(THRUSTLINE_TEST_CGAL)
  for (triples_kind kind : all_triples) {
    CAPTURE(static_cast<int>(kind));
    random_numbers numbers(503);
    const std::int64_t count = 1000000 / (sizeof all_triples / sizeof *all_triples) + 1;
    std::vector<double> coordinates;
    std::vector<std::int8_t> ours;
    for (std::int64_t i = 0; i < count; ++i) {
      const triple t = make_triple(kind, numbers);
      coordinates.insert(coordinates.end(), {t.a[0], t.a[1], t.b[0], t.b[1], t.c[0], t.c[1]});
      ours.push_back(static_cast<std::int8_t>(sign(t)));
    }
    std::vector<std::int8_t> theirs(ours.size());
    cgal::orientations(count, coordinates.data(), theirs.data());
    std::int64_t different = 0;
    for (std::size_t i = 0; i < ours.size(); ++i)
      different += ours[i] != theirs[i];
    CHECK(different == 0);
  }
#else
  skip("orientation against CGAL: built without CGAL");
#endif
}
