// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/prepared.hpp"
#include <thrustline/detail/temporary.hpp>
#include <thrustline/geometry/ecef.hpp>
#include <thrustline/geometry/synchronised_distance.hpp>

/// Conversion of points for metrics that engines compute in other coordinates: longitude and latitude to ECEF; (x, y,
/// t) to (t, x, y), whose vertical distance is the synchronised one. A call converts its points once.
namespace thrustline::flow {

/// Validity of points whose first two coordinates are degrees; without branches, so that loops vectorise.
template <class Real, int D>
struct degrees_validity {
  validity<Real, D> usable;
  THRUSTLINE_HD bool operator()(point<Real, D> const& p) const {
    bool valid = (rounding::abs(p[0]) <= Real(largest_longitude)) & (rounding::abs(p[1]) <= Real(largest_latitude));
    for (int k = 0; k < D; ++k)
      valid = valid & (rounding::abs(p[k]) <= usable.largest) & (p[k] != usable.sentinel);
    return valid;
  }
};

/// Writes degrees as an ECEF point; an invalid one as a point that no validity accepts.
template <class Real, int D>
struct write_ecef_point {
  const point<Real, D>* points;
  degrees_validity<Real, D> valid;
  ecef_point* ecef;
  THRUSTLINE_HD void operator()(std::int64_t i) const {
    const point<Real, D> p = points[i];
    const ecef_point at = to_ecef(p[0], p[1]);
    const bool counts = valid(p);
    for (int k = 0; k < 3; ++k)
      ecef[i][k] = counts ? at[k] : absent_value<double>;
  }
};

template <class Real>
struct write_time_first {
  const point<Real, 3>* points;
  point<Real, 3>* moved;
  THRUSTLINE_HD void operator()(std::int64_t i) const { moved[i] = detail::time_first(points[i]); }
};

/// Writes a tolerance as calls with coordinates of type Real take it. Negative ones are left for the check.
template <class Real>
struct write_rounded {
  const double* tolerances;
  double* rounded;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    const double given = tolerances[s];
    rounded[s] = given < 0 ? given : static_cast<double>(static_cast<Real>(given));
  }
};

/// The least number of type Real that is not below the value, which is not negative.
template <class Real>
THRUSTLINE_HD inline Real rounded_up(double value) {
  Real nearest = static_cast<Real>(value);
  if (static_cast<double>(nearest) < value) {
    std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &nearest, sizeof bits);
    ++bits; // those of the next number
    std::memcpy(&nearest, &bits, sizeof bits);
  }
  return nearest;
}

template <class Real>
struct write_rounded_up {
  const double* values;
  Real* rounded;
  THRUSTLINE_HD void operator()(std::int64_t i) const { rounded[i] = rounded_up<Real>(values[i]); }
};

/// Throws for point i, which is no place on the Earth.
template <class Policy, class Real, int D>
void reject_degrees(Policy const& policy, const point<Real, D>* points, std::int64_t i) {
  const point<Real, D> p = detail::read_back(policy, points + i);
  const validity<Real, D> usable{std::numeric_limits<Real>::quiet_NaN()};
  if (!usable(p))
    reject_point(policy, points, i, usable);
  if (!(rounding::abs(p[1]) <= Real(largest_latitude)))
    throw invalid_point("coordinates", i, "has latitude " + detail::to_text(p[1]) + ", must be -90 to 90 degrees");
  throw invalid_point("coordinates", i, "has longitude " + detail::to_text(p[0]) + ", must be -1e12 to 1e12 degrees");
}

/// The first of n ECEF points that is invalid; n: none. Waits for it.
template <class Policy>
std::int64_t first_absent(Policy const& policy, const ecef_point* ecef, std::int64_t n) {
  const validity<double, 3> valid{std::numeric_limits<double>::quiet_NaN()};
  return first_bad(policy, n, is_bad_input<double>{{ecef, valid}, {nullptr}, {nullptr, 0, 0}, n, 0});
}

} // namespace thrustline::flow
