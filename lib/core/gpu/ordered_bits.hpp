// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <type_traits>

#include <thrustline/geometry/host_device.hpp>

/// Integers that order as floating-point numbers do, for operations that only integers have. -0 comes before 0; NaN has
/// no place of its own.
namespace thrustline::gpu {

template <class Real>
using signed_bits = std::conditional_t<sizeof(Real) == sizeof(int), int, long long>;
template <class Real>
using unsigned_bits = std::make_unsigned_t<signed_bits<Real>>;

template <class Real>
inline constexpr unsigned_bits<Real> sign_bit = unsigned_bits<Real>(1) << (8 * sizeof(Real) - 1);

/// Inverts all bits but the sign of a negative number, whose magnitude orders the other way round.
template <class Real>
THRUSTLINE_HD signed_bits<Real> with_magnitude_in_order(signed_bits<Real> bits) {
  return bits ^ (bits >> (8 * sizeof bits - 1) & static_cast<signed_bits<Real>>(sign_bit<Real> - 1));
}

template <class Real>
THRUSTLINE_HD signed_bits<Real> signed_order(Real value) {
  signed_bits<Real> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return with_magnitude_in_order<Real>(bits);
}

template <class Real>
THRUSTLINE_HD Real from_signed_order(signed_bits<Real> key) {
  const signed_bits<Real> bits = with_magnitude_in_order<Real>(key);
  Real value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Real>
THRUSTLINE_HD unsigned_bits<Real> unsigned_order(Real value) {
  return static_cast<unsigned_bits<Real>>(signed_order(value)) ^ sign_bit<Real>;
}

template <class Real>
THRUSTLINE_HD Real from_unsigned_order(unsigned_bits<Real> key) {
  return from_signed_order<Real>(static_cast<signed_bits<Real>>(key ^ sign_bit<Real>));
}

} // namespace thrustline::gpu
