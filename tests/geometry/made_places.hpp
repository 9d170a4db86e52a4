// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/geometry/ecef.hpp>

#include "random_numbers.hpp"

namespace thrustline::test {

template <class Real>
point<Real, 3> place(double longitude, double latitude) {
  const point<double, 3> p = to_ecef(longitude, latitude);
  return {{static_cast<Real>(p[0]), static_cast<Real>(p[1]), static_cast<Real>(p[2])}};
}

/// Longitudes and latitudes of places near each other: neighbours in the list are three of a chord. The longitudes have
/// any number of turns.
struct made_degrees {
  std::vector<double> degrees;

  made_degrees(std::int64_t count, std::uint64_t seed) {
    random_numbers numbers(seed);
    double longitude = 0, latitude = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      if (i % 3 == 0) {
        longitude = 720 * (2 * numbers.uniform() - 1);
        latitude = 90 * (2 * numbers.uniform() - 1);
      }
      degrees.push_back(longitude + numbers.uniform());
      degrees.push_back(std::min(90.0, latitude + numbers.uniform() / 4));
    }
  }
};

/// Places near each other, from metres to a quarter of the Earth across; many near the poles and the date line, and
/// some equal or antipodal.
template <class Real>
class made_places {
public:
  explicit made_places(std::uint64_t seed) : numbers_(seed) { next_neighbourhood(); }

  void next_neighbourhood() {
    longitude_ = numbers_.below(3) ? 360 * numbers_.uniform() - 180 : 180;
    latitude_ = numbers_.below(3) ? 180 * numbers_.uniform() - 90 : 90 * static_cast<double>(numbers_.below(3) - 1);
    across_ = 180 * std::pow(10, -7 * numbers_.uniform());
  }

  point<Real, 3> next() {
    double latitude = latitude_ + across_ * (numbers_.uniform() - 0.5);
    double longitude = longitude_ + 2 * across_ * (numbers_.uniform() - 0.5);
    if (std::abs(latitude) > 90) { // over the pole
      latitude = std::copysign(180, latitude) - latitude;
      longitude += 180;
    }
    switch (numbers_.below(50)) {
    case 0:
      return last_;
    case 1:
      return {{-last_[0], -last_[1], -last_[2]}};
    default:
      return last_ = place<Real>(longitude, latitude);
    }
  }

private:
  random_numbers numbers_;
  double longitude_ = 0, latitude_ = 0, across_ = 0;
  point<Real, 3> last_{};
};

} // namespace thrustline::test
