// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>

#include <thrustline/geometry/rounding.hpp>

/// Sines and cosines of degrees. Each operation is rounded by itself, so every processor gives the same bits. Numbers
/// are double, or several doubles at once (wide).
namespace thrustline::detail {

template <class Number>
struct sine_and_cosine {
  Number sine, cosine;
};

/// A direction whose sine and cosine nearly are doubles: those of (1 + stretch) times both are right to 2^-59.
struct alignas(32) known_direction {
  double sine, cosine;
  double excess; ///< degrees beyond a multiple of 5.625, themselves a multiple of 2^-45
  double stretch;
};

/// Table of directions near the multiples of 5.625 degrees; 16 steps make a right angle. Each is chosen so that its
/// rounded sine and cosine are unusually exact (Gal and Bachelis, An accurate elementary mathematical library for the
/// IEEE floating point standard, 1991). Any angle is one of them and a small rest.
struct known_directions {
  static constexpr int count = 64;
  static constexpr double spacing = 5.625;

  known_direction at[count];
};

THRUSTLINE_HD constexpr known_directions make_known_directions() {
  constexpr int right_angle = known_directions::count / 4;
  constexpr known_direction first_half[] = {
      {0, 1, 0, 0},
      {0x1.917a6bc29b08fp-4, 0x1.fd88da3d12531p-1, -0x1.ap-41, 0},
      {0x1.8f8b83c6a68b5p-3, 0x1.f6297cff75302p-1, 0x1.636p-34, 0},
      {0x1.294062ed68613p-2, 0x1.e9f4156c60acfp-1, 0x1.b05p-33, 0},
      {0x1.87de2a6aea642p-2, 0x1.d906bcf328decp-1, -0x1.84p-39, 0},
      {0x1.e2b5d38070541p-2, 0x1.c38b2f180b9adp-1, 0x1.e8p-37, 0},
      {0x1.1c73b39ae73dbp-1, 0x1.a9b66290e9a3dp-1, 0x1.7d8p-36, 0},
      {0x1.44cf325091a5bp-1, 0x1.8bc806b151a1cp-1, -0x1.02p-37, 0},
      {0x1.6a09e667f3bcdp-1, 0x1.6a09e667f3bcdp-1, 0, -0x1.3b3efbf5e2228p-54}, // the mirror allows no excess
  };
  known_directions all{};
  for (int k = 0; k < right_angle; ++k) {
    const bool mirrored = k > right_angle / 2;
    known_direction next = first_half[mirrored ? right_angle - k : k];
    if (mirrored)
      next = {next.cosine, next.sine, -next.excess, next.stretch};
    for (int turned = k; turned < known_directions::count; turned += right_angle) {
      all.at[turned] = next;
      next = {next.cosine, 0 - next.sine, next.excess, next.stretch}; // 0 -: zeros are positive
    }
  }
  return all;
}

THRUSTLINE_HD inline known_directions const& directions() {
  static constexpr known_directions all = make_known_directions();
  return all;
}

/// The multiple of 5.625 nearest to some degrees, the even one of two. Degrees that differ in whole right angles or in
/// their signs have multiples that do so, too.
class nearest_multiple {
public:
  THRUSTLINE_HD explicit nearest_multiple(double degrees) {
    using rounding::add, rounding::mul, rounding::sub;
    constexpr double spacing = known_directions::spacing;
    const double counted = add(mul(degrees, 1 / spacing), integers);
    const double beyond = sub(degrees, mul(spacing, sub(counted, integers)));
    // The product may have been rounded across a half.
    const double more = beyond > spacing / 2 ? 1.0 : beyond < -spacing / 2 ? -1.0 : 0.0;
    counted_ = add(counted, more);
    rest_ = sub(beyond, mul(spacing, more));
  }

  /// Degrees beyond it. Exact: they have no digits below those of the degrees.
  THRUSTLINE_HD double rest() const { return rest_; }

  THRUSTLINE_HD double degrees() const {
    return rounding::mul(known_directions::spacing, rounding::sub(counted_, integers));
  }

  /// Index of the direction near it, any number of turns taken off.
  THRUSTLINE_HD std::uint64_t index() const {
    std::uint64_t digits;
    std::memcpy(&digits, &counted_, sizeof digits);
    return digits % known_directions::count;
  }

  THRUSTLINE_HD known_direction const& direction() const { return directions().at[index()]; }

private:
  static constexpr double integers = 0x1.8p52; // the last digit of a sum with it counts ones

  double counted_; ///< multiples
  double rest_;
};

/// c[0] + x (c[1] + x (c[2] + ...))
template <class Number, int N>
THRUSTLINE_HD inline Number polynomial(double const (&c)[N], Number const& x) {
  using rounding::add, rounding::mul;
  Number sum(c[N - 1]);
  for (int k = N - 2; k >= 0; --k)
    sum = add(Number(c[k]), mul(x, sum));
  return sum;
}

/// Numbers of a known direction.
template <class Number>
struct start_direction {
  Number sine, cosine, stretch;
};

/// Sine and cosine of the direction `rest` degrees further. The polynomials are the best ones of their degrees for up
/// to half of 5.625; their errors are below 2^-56.
template <class Number>
THRUSTLINE_HD inline sine_and_cosine<Number> turned(start_direction<Number> const& from, Number const& rest) {
  using rounding::add, rounding::mul, rounding::sub;
  constexpr double sine_by_rest[] = {0x1.1df46a2529d39p-6, -0x1.dbb820d942bedp-21, 0x1.dad94e9441560p-37,
                                     -0x1.c360266fbef68p-54};
  constexpr double cosine_by_square[] = {-0x1.3f6a1db141ceep-13, 0x1.09b1169716bfdp-28, -0x1.61940a71ac401p-45};
  const Number square = mul(rest, rest);
  const Number sine = mul(rest, polynomial(sine_by_rest, square));
  const Number cosine_less_1 = add(from.stretch, mul(square, polynomial(cosine_by_square, square)));
  return {add(from.sine, add(mul(from.sine, cosine_less_1), mul(from.cosine, sine))),
          add(from.cosine, sub(mul(from.cosine, cosine_less_1), mul(from.sine, sine)))};
}

/// Sine and cosine of an angle in degrees, with errors below 8 * 10^-17, and exactly symmetric: any turns that were
/// added without rounding, quarter turns and signs change no digit. Zeros are positive.
THRUSTLINE_HD inline sine_and_cosine<double> sine_and_cosine_of(double degrees) {
  const nearest_multiple nearest(degrees);
  known_direction const& from = nearest.direction();
  return turned<double>({from.sine, from.cosine, from.stretch}, rounding::sub(nearest.rest(), from.excess));
}

} // namespace thrustline::detail
