// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>

#if defined(__linux__)
#include <sys/sysmacros.h> // has macros minor and major, which headers must not use as names
#endif

#include <thrustline/geometry/metrics.hpp>

using namespace thrustline;

namespace {

struct pixel {
  float x, y;
};

struct vertex {
  double x, y, z;
};

/// A user's type with more members than coordinates.
struct fix {
  double t, x, y;
  int satellites;
};

/// Integers, which are computed with as real numbers.
struct grid_cell {
  int x, y;
};

struct screen_place {
  std::uint16_t x, y;
};

/// A user's type with its own access to coordinates.
struct complex_number {
  float re, im;
};

} // namespace

template <>
struct thrustline::point_traits<complex_number> {
  using real = float;
  static constexpr int dimensions = 2;
  static point<float, 2> get(complex_number const& c) { return {{c.re, c.im}}; }
};

namespace {

template <class P, class Real, int D>
constexpr bool is_read_as = std::is_same_v<typename point_traits<P>::real, Real>&& point_traits<P>::dimensions == D;

static_assert(is_read_as<pixel, float, 2> && is_read_as<vertex, double, 3> && is_read_as<fix, double, 2>);
static_assert(is_read_as<complex_number, float, 2> && is_read_as<point<double, 3>, double, 3>);
static_assert(is_read_as<grid_cell, double, 2> && is_read_as<screen_place, float, 2>);
static_assert(is_read_as<float, float, 1> && is_read_as<double, double, 1>);
static_assert(is_read_as<std::uint8_t, float, 1> && is_read_as<std::int8_t, float, 1>);
static_assert(is_read_as<std::uint16_t, float, 1> && is_read_as<std::int16_t, float, 1>);
static_assert(is_read_as<std::int32_t, double, 1> && is_read_as<std::int64_t, double, 1>);

/// The ranks and distances of one point and chord in all metrics.
template <class P>
struct said {
  using real = typename point_traits<P>::real;
  real rank[3], distance[3];

  said(P const& a, P const& b, P const& p, std::int64_t step, std::int64_t steps) {
    ask(0, vertical_distance{}(a, b, steps), p, step);
    ask(1, line_distance{}(a, b, steps), p, step);
    ask(2, segment_distance{}(a, b, steps), p, step);
  }

  template <class Chord>
  void ask(int k, Chord const& chord, P const& p, std::int64_t step) {
    rank[k] = chord.rank(p, step);
    distance[k] = chord.distance(p, step);
  }

  template <class Q>
  bool operator==(said<Q> const& other) const {
    for (int k = 0; k < 3; ++k)
      if (rank[k] != other.rank[k] || distance[k] != other.distance[k])
        return false;
    return true;
  }
};

} // namespace

TEST_CASE("a user's points are read as coordinates") {
  const said<point<float, 2>> plane({{1, 2}}, {{8, -3}}, {{4, 9}}, 1, 2);
  CHECK(plane == said<pixel>({1, 2}, {8, -3}, {4, 9}, 1, 2));
  CHECK(plane == said<complex_number>({1, 2}, {8, -3}, {4, 9}, 1, 2));
  CHECK_FALSE(plane == said<pixel>({1, 2}, {8, -3}, {4, 9.5f}, 1, 2));
  const said<point<float, 2>> upwards({{1, 2}}, {{8, 3}}, {{4, 9}}, 1, 2);
  CHECK(upwards == said<screen_place>({1, 2}, {8, 3}, {4, 9}, 1, 2));

  const said<point<double, 3>> space({{1, 2, 3}}, {{8, -3, 5}}, {{4, 9, -6}}, 1, 2);
  CHECK(space == said<vertex>({1, 2, 3}, {8, -3, 5}, {4, 9, -6}, 1, 2));

  const said<point<double, 2>> track({{1, 2}}, {{8, -3}}, {{4, 9}}, 1, 2);
  CHECK(track == said<grid_cell>({1, 2}, {8, -3}, {4, 9}, 1, 2));
  CHECK(track == said<fix>({100, 1, 2, 7}, {250, 8, -3, 9}, {180, 4, 9, 0}, 1, 2));
}

TEST_CASE("plain numbers are values against their index") {
  const said<point<float, 1>> narrow({{7}}, {{200}}, {{90}}, 3, 11);
  CHECK(narrow == said<float>(7, 200, 90, 3, 11));
  CHECK(narrow == said<std::uint8_t>(7, 200, 90, 3, 11));
  CHECK(narrow == said<std::uint16_t>(7, 200, 90, 3, 11));
  CHECK(narrow == said<std::int16_t>(7, 200, 90, 3, 11));

  const said<point<double, 1>> wide({{-7000000}}, {{2000000000}}, {{16777217}}, 3, 11);
  CHECK(wide == said<double>(-7e6, 2e9, 16777217, 3, 11));
  CHECK(wide == said<int>(-7000000, 2000000000, 16777217, 3, 11)); // 2^24 + 1 is no float
  CHECK(wide == said<std::int64_t>(-7000000, 2000000000, 16777217, 3, 11));
}

TEST_CASE("unsigned numbers that fall do not wrap") {
  vertical_distance by;
  CHECK(by(std::uint8_t{200}, std::uint8_t{0}, 4).distance(std::uint8_t{10}, 2) == 90);
  CHECK(by(std::uint16_t{60000}, std::uint16_t{0}, 2).distance(std::uint16_t{0}, 1) == 30000);
  CHECK(by(std::uint16_t{0}, std::uint16_t{0}, 2).distance(std::uint16_t{65535}, 1) == 65535);
}
