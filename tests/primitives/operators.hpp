// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

/// Associative operators whose result depends on order and grouping.
namespace thrustline::test {

/// x -> a x + b, modulo 2^32.
struct affine {
  std::uint32_t a, b;
  friend bool operator==(affine const& f, affine const& g) { return f.a == g.a && f.b == g.b; }
};

/// First f, then g: does not commute.
struct compose {
  THRUSTLINE_HD affine operator()(affine const& f, affine const& g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};

/// The i-th of a fixed sequence of maps.
struct affine_at {
  THRUSTLINE_HD affine operator()(std::int64_t i) const {
    const std::uint32_t k = static_cast<std::uint32_t>(i);
    return {2 * k + 3, k * k + 1};
  }
};

/// The later one: does not commute.
struct take_last {
  THRUSTLINE_HD std::int32_t operator()(std::int32_t, std::int32_t b) const { return b; }
};

/// Adds in the type of its arguments, whatever that is.
struct generic_plus {
  template <class A, class B>
  THRUSTLINE_HD auto operator()(A a, B b) const {
    return a + b;
  }
};

/// The product of a zip iterator's two values.
struct product_of_pair {
  template <class Pair>
  THRUSTLINE_HD std::int64_t operator()(Pair const& pair) const {
    return static_cast<std::int64_t>(thrust::get<0>(pair)) * thrust::get<1>(pair);
  }
};

} // namespace thrustline::test
