// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <utility>

#include <thrustline/geometry/host_device.hpp>
#include <thrustline/geometry/interval.hpp>
#include <thrustline/geometry/rounding.hpp>

namespace thrustline {

/// Point of D coordinates, laid out as Real[D].
template <class Real, int D>
struct point {
  using real = Real;
  static constexpr int dimensions = D;

  Real x[D];

  THRUSTLINE_HD constexpr Real& operator[](int k) { return x[k]; }
  THRUSTLINE_HD constexpr Real const& operator[](int k) const { return x[k]; }
};

namespace detail {

/// Whether metrics take coordinates of this type. Differences of integers of 64 bits would be rounded.
template <class T>
inline constexpr bool is_coordinate = std::is_same_v<T, float> || std::is_same_v<T, double> ||
                                      (std::is_integral_v<T> && sizeof(T) <= 4);

/// Whether two points have equal coordinates. NaN equals nothing; 0 equals -0.
template <class Real, int D>
THRUSTLINE_HD inline bool same_place(point<Real, D> const& a, point<Real, D> const& b) {
  for (int k = 0; k < D; ++k)
    if (!(a[k] == b[k]))
      return false;
  return true;
}

} // namespace detail

/// Axis-aligned box: all points between two corners.
template <class Real, int D>
struct box {
  point<Real, D> low, high;
};

/// Traits through which the metrics read a user's point type P: `real`, `dimensions` and get(p) -> point<real,
/// dimensions>.
///
/// Defined for point<Real, D>; for numbers (one coordinate, the index is the abscissa): float, double and integers, of
/// which those of 64 bits are rounded to double; for any type with members x, y and perhaps z, such as CUDA's float2 or
/// double3: float, double and integers of up to 32 bits. Specialise it for other types.
template <class P, class = void>
struct point_traits;

template <class Real, int D>
struct point_traits<point<Real, D>> {
  using real = Real;
  static constexpr int dimensions = D;
  THRUSTLINE_HD static point<Real, D> get(point<Real, D> const& p) { return p; }
};

template <class T>
struct point_traits<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
  static_assert(detail::is_coordinate<T> || std::is_integral_v<T>, "values must be float, double or integers");
  using real = std::conditional_t<std::is_floating_point_v<T>, T, std::conditional_t<(sizeof(T) < 4), float, double>>;
  static constexpr int dimensions = 1;
  THRUSTLINE_HD static point<real, 1> get(T value) { return {{static_cast<real>(value)}}; }
};

namespace detail {
/// The type that metrics compute with for coordinates x and y.
template <class T>
using real_of_coordinate =
    std::conditional_t<std::is_integral_v<T> && sizeof(T) <= 4, std::conditional_t<sizeof(T) == 4, double, float>, T>;

template <class P, class = void>
struct has_z : std::false_type {};
template <class P>
struct has_z<P, std::void_t<decltype(std::declval<P const&>().z)>> : std::true_type {};
} // namespace detail

template <class P>
struct point_traits<P, std::void_t<std::enable_if_t<std::is_class_v<P>>, decltype(std::declval<P const&>().y),
                                   std::enable_if_t<std::is_arithmetic_v<decltype(P::x)>>>> {
  using coordinate = std::remove_cv_t<decltype(P::x)>;
  static_assert(detail::is_coordinate<coordinate>, "coordinates must be float, double or integers of up to 32 bits");
  using real = detail::real_of_coordinate<coordinate>;
  static constexpr int dimensions = detail::has_z<P>::value ? 3 : 2;
  THRUSTLINE_HD static point<real, dimensions> get(P const& p) {
    if constexpr (dimensions == 3)
      return {{static_cast<real>(p.x), static_cast<real>(p.y), static_cast<real>(p.z)}};
    else
      return {{static_cast<real>(p.x), static_cast<real>(p.y)}};
  }
};

namespace detail {

/// Space in which the metrics work: a value gets its step along the series as abscissa, so a series is a planar line.
template <class P>
struct plane {
  using real = typename point_traits<P>::real;
  static constexpr int given = point_traits<P>::dimensions;
  static constexpr int dimensions = given == 1 ? 2 : given;
  using vector = point<real, dimensions>;

  /// to - from. steps: index of `to` minus index of `from`, an integer, or a real number where the caller has converted
  /// it once for many points.
  template <class Steps>
  THRUSTLINE_HD static vector difference(point<real, given> const& from, point<real, given> const& to, Steps steps) {
    using rounding::sub;
    vector v{};
    if constexpr (given == 1) {
      v[0] = static_cast<real>(steps);
      v[1] = sub(to[0], from[0]);
    } else {
      for (int k = 0; k < dimensions; ++k)
        v[k] = sub(to[k], from[k]);
    }
    return v;
  }

  /// to - from for several points at once. Coordinate: a vector type with one number for each point, whose namespace
  /// has the operations of rounding.hpp for it.
  template <class Coordinate, class = std::enable_if_t<!std::is_same_v<Coordinate, real>>>
  THRUSTLINE_HD static point<Coordinate, dimensions>
  difference(point<real, given> const& from, point<Coordinate, given> const& to, Coordinate const& steps) {
    using rounding::sub;
    point<Coordinate, dimensions> v{};
    if constexpr (given == 1)
      v[0] = steps;
    for (int k = 0; k < given; ++k)
      v[dimensions - given + k] = sub(to[k], from[k]);
    return v;
  }

  /// to - from for all points of a box, or of several boxes at once. steps: interval that holds their steps.
  template <class Coordinate>
  THRUSTLINE_HD static point<interval<Coordinate>, dimensions>
  difference(point<real, given> const& from, box<Coordinate, given> const& to, interval<Coordinate> const& steps) {
    using rounding::sub;
    point<interval<Coordinate>, dimensions> v{};
    if constexpr (given == 1)
      v[0] = steps;
    for (int k = 0; k < given; ++k)
      v[dimensions - given + k] = {sub(to.low[k], from[k]), sub(to.high[k], from[k])};
    return v;
  }
};

} // namespace detail
} // namespace thrustline
