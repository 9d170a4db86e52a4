// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>

#include <thrustline/geometry/interval.hpp>

/// Numbers that are computed several at once: a metric's formula for a point, or its bound for a box, then serves
/// several points or boxes at once. The formulas' unqualified calls find these operations by their arguments'
/// namespace. For translation units built with -ffp-contract=off only: a vector's product cannot pass through an
/// assembler statement.
namespace thrustline::rounding {

/// Two vectors of 32 bytes, of GCC's and Clang's kind: compilers split them where the processor's are shorter.
template <class Real>
struct wide {
  typedef Real vector __attribute__((vector_size(32)));

  static constexpr int per_vector = static_cast<int>(sizeof(vector) / sizeof(Real));
  static constexpr int size = 2 * per_vector;

  vector a, b;

  wide() = default;
  wide(vector const& front, vector const& back) : a(front), b(back) {}

  /// The same number in every place, for constants in a metric's formula.
  template <class Number>
  explicit wide(Number x) : wide(of(static_cast<Real>(x))) {}

  static wide of(Real x) { return {vector{} + x, vector{} + x}; }

  static wide load(const Real* from) {
    typedef Real loose __attribute__((vector_size(32), aligned(alignof(Real)), may_alias));
    const vector front = *reinterpret_cast<const loose*>(from);
    const vector back = *reinterpret_cast<const loose*>(from + per_vector);
    return {front, back};
  }

  /// from[at[0]], from[at[1]], ...
  template <class Index>
  static wide gather(const Real* from, const Index* at) {
    return gather(from, at, std::make_index_sequence<static_cast<std::size_t>(per_vector)>());
  }

  void store(Real* to) const {
    typedef Real loose __attribute__((vector_size(32), aligned(alignof(Real)), may_alias));
    *reinterpret_cast<loose*>(to) = a;
    *reinterpret_cast<loose*>(to + per_vector) = b;
  }

  /// begin, begin + 1, ...
  static wide counting_from(Real begin) {
    wide w;
    for (int k = 0; k < per_vector; ++k) {
      w.a[k] = static_cast<Real>(k);
      w.b[k] = static_cast<Real>(k + per_vector);
    }
    return {w.a + begin, w.b + begin};
  }

  wide operator-() const { return {-a, -b}; }

  /// The result of a comparison: vectors of integers, all bits set where it holds.
  struct truth {
    decltype(vector{} < vector{}) a, b;
    truth operator&(truth const& t) const { return {a & t.a, b & t.b}; }
    truth operator|(truth const& t) const { return {a | t.a, b | t.b}; }
  };
  truth operator<(wide const& w) const { return {a < w.a, b < w.b}; }
  truth operator==(wide const& w) const { return {a == w.a, b == w.b}; }

private:
  template <class Index, std::size_t... K>
  static wide gather(const Real* from, const Index* at, std::index_sequence<K...>) {
    return {vector{from[at[K]]...}, vector{from[at[per_vector + K]]...}};
  }
};

/// x where t holds, else y.
template <class Real>
inline wide<Real> select(typename wide<Real>::truth const& t, wide<Real> const& x, wide<Real> const& y) {
  return {t.a ? x.a : y.a, t.b ? x.b : y.b};
}

/// The greatest of the numbers.
template <class Real>
inline Real greatest(wide<Real> const& w) {
  const auto v = w.a < w.b ? w.b : w.a;
  typedef Real half __attribute__((vector_size(16)));
  half low, high;
  if constexpr (wide<Real>::per_vector == 4)
    low = half{v[0], v[1]}, high = half{v[2], v[3]};
  else
    low = half{v[0], v[1], v[2], v[3]}, high = half{v[4], v[5], v[6], v[7]};
  half m = low < high ? high : low, other;
  if constexpr (wide<Real>::per_vector == 8) {
    other = half{m[2], m[3], m[0], m[1]};
    m = m < other ? other : m;
    other = half{m[1], m[0], m[3], m[2]};
  } else {
    other = half{m[1], m[0]};
  }
  return (m < other ? other : m)[0];
}

/// The least of the numbers.
template <class Real>
inline Real least(wide<Real> const& w) {
  return -greatest(-w);
}

/// Whether each of the numbers is true.
template <class Real>
inline bool all(typename wide<Real>::truth const& t) {
  return least(select(t, wide<Real>::of(Real(1)), wide<Real>::of(Real(0)))) > 0;
}

template <class Real>
inline wide<Real> add(wide<Real> const& x, wide<Real> const& y) {
  return {x.a + y.a, x.b + y.b};
}

template <class Real>
inline wide<Real> sub(wide<Real> const& x, wide<Real> const& y) {
  return {x.a - y.a, x.b - y.b};
}

template <class Real>
inline wide<Real> sub(wide<Real> const& x, Real y) {
  return {x.a - y, x.b - y};
}

template <class Real>
inline wide<Real> mul(wide<Real> const& x, wide<Real> const& y) {
  return {x.a * y.a, x.b * y.b};
}

template <class Real>
inline wide<Real> mul(Real x, wide<Real> const& y) {
  return {x * y.a, x * y.b};
}

template <class Real>
inline wide<Real> square(wide<Real> const& x) {
  return mul(x, x);
}

template <class Real>
inline wide<Real> max(wide<Real> const& x, wide<Real> const& y) {
  return {x.a < y.a ? y.a : x.a, x.b < y.b ? y.b : x.b};
}

template <class Real>
inline wide<Real> min(wide<Real> const& x, wide<Real> const& y) {
  return {y.a < x.a ? y.a : x.a, y.b < x.b ? y.b : x.b};
}

template <class Real>
inline wide<Real> max(wide<Real> const& x, Real y) {
  return max(x, wide<Real>::of(y));
}

template <class Real>
inline wide<Real> if_positive(wide<Real> const& sign, wide<Real> const& x, wide<Real> const& y) {
  return select(wide<Real>::of(Real(0)) < sign, x, y);
}

template <class Real>
inline wide<Real> abs(wide<Real> const& x) {
  using bits = decltype(x.a < x.a);
  const auto all_but_sign = ~reinterpret_cast<bits>(-typename wide<Real>::vector{});
  return {reinterpret_cast<typename wide<Real>::vector>(reinterpret_cast<bits>(x.a) & all_but_sign),
          reinterpret_cast<typename wide<Real>::vector>(reinterpret_cast<bits>(x.b) & all_but_sign)};
}

template <class Real>
inline wide<Real> max_magnitude(wide<Real> const& x, wide<Real> const& y) {
  return max(abs(x), abs(y));
}

/// eighth_scale() of each number.
template <class Real>
inline wide<Real> eighth_scale(wide<Real> const& x) {
  using vector = typename wide<Real>::vector;
  using bits = detail::bits<Real>;
  typedef typename bits::type patterns __attribute__((vector_size(sizeof(vector))));
  constexpr auto exponent = bits::exponent, of_one = bits::twice_bias - 3 * bits::one_exponent;
  const wide<Real> scale{reinterpret_cast<vector>(of_one - (reinterpret_cast<patterns>(x.a) & exponent)),
                         reinterpret_cast<vector>(of_one - (reinterpret_cast<patterns>(x.b) & exponent))};
  return max(scale, detail::least_scale<Real>);
}

// The operations of interval.hpp on intervals of wide numbers.

template <class Real>
inline interval<wide<Real>> add(interval<wide<Real>> const& x, interval<wide<Real>> const& y) {
  return {add(x.low, y.low), add(x.high, y.high)};
}

template <class Real>
inline interval<wide<Real>> sub(interval<wide<Real>> const& x, interval<wide<Real>> const& y) {
  return {sub(x.low, y.high), sub(x.high, y.low)};
}

template <class Real>
inline interval<wide<Real>> sub(interval<wide<Real>> const& x, Real y) {
  return {sub(x.low, y), sub(x.high, y)};
}

template <class Real>
inline interval<wide<Real>> mul(Real x, interval<wide<Real>> const& y) {
  const wide<Real> low = mul(x, y.low), high = mul(x, y.high);
  return x < Real(0) ? interval<wide<Real>>{high, low} : interval<wide<Real>>{low, high};
}

template <class Real>
inline interval<wide<Real>> abs(interval<wide<Real>> const& x) {
  return {max(max(x.low, -x.high), Real(0)), max(-x.low, x.high)};
}

template <class Real>
inline interval<wide<Real>> square(interval<wide<Real>> const& x) {
  const interval<wide<Real>> y = abs(x);
  return {square(y.low), square(y.high)};
}

template <class Real>
inline interval<wide<Real>> max(interval<wide<Real>> const& x, interval<wide<Real>> const& y) {
  return {max(x.low, y.low), max(x.high, y.high)};
}

template <class Real>
inline interval<wide<Real>> max(interval<wide<Real>> const& x, Real y) {
  return {max(x.low, y), max(x.high, y)};
}

template <class Real>
inline interval<wide<Real>> min(interval<wide<Real>> const& x, interval<wide<Real>> const& y) {
  return {min(x.low, y.low), min(x.high, y.high)};
}

template <class Real>
inline interval<wide<Real>> if_positive(interval<wide<Real>> const& sign, interval<wide<Real>> const& x,
                                        interval<wide<Real>> const& y) {
  const wide<Real> zero = wide<Real>::of(Real(0));
  const auto above = zero < sign.low, below = sign.high < zero;
  return {select(above, x.low, select(below, y.low, min(x.low, y.low))),
          select(above, x.high, select(below, y.high, max(x.high, y.high)))};
}

} // namespace thrustline::rounding
