// SPDX-License-Identifier: MIT
// to_ecef() on every executor.
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <thrustline/to_ecef.hpp>

#include "check_refused.hpp"
#include "compare.hpp"
#include "made_places.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

} // namespace

TEST_CASE_TEMPLATE("to_ecef gives every executor the places of the header", Real, float, double) {
  const batch<Real, 2> world = made_world<Real, 2>(91);
  const std::vector<point<double, 3>> expected = places_of(world);
  for (executor const& on : executors()) {
    std::vector<double> got(3 * expected.size(), not_a_number);
    to_ecef(on, world.view(), got.data());
    CHECK(std::memcmp(got.data(), expected.data(), 8 * got.size()) == 0);
    to_ecef(on, polylines<Real, 2>{}, nullptr);
    check_refused([&] { to_ecef(on, world.view(), nullptr); }, "ecef", "null");
  }
}

TEST_CASE_TEMPLATE("to_ecef is the same for near and far neighbours", Real, float, double) {
  // CPU cores convert 64 places at once, in another way where they lie near one direction.
  struct region {
    double longitude, latitude, width;
  };
  random_numbers numbers(94);
  for (region const& at : {region{10, 20, 1}, region{2.8125, -2.8125, 0.01}, region{-180, 89.5, 0.5},
                           region{77, -89.5, 0.5}, region{1e6, 45, 1}, region{0, 0, 80}})
    for (std::int64_t n : {1, 3, 63, 64, 65, 300}) {
      INFO(n, " places near ", at.longitude, ", ", at.latitude);
      std::vector<Real> degrees;
      std::vector<double> expected;
      for (std::int64_t i = 0; i < n; ++i) {
        const double longitude = at.longitude + at.width * (2 * numbers.uniform() - 1);
        const double latitude = at.latitude + at.width * (2 * numbers.uniform() - 1);
        degrees.insert(degrees.end(), {static_cast<Real>(longitude), static_cast<Real>(latitude)});
        const point<double, 3> p = to_ecef(degrees[2 * i], degrees[2 * i + 1]);
        expected.insert(expected.end(), p.x, p.x + 3);
      }
      for (executor const& on : executors()) {
        std::vector<double> got(expected.size(), not_a_number);
        to_ecef(on, polylines<Real, 2>(polyline<Real, 2>(degrees.data(), n)), got.data());
        CHECK(std::memcmp(got.data(), expected.data(), 8 * got.size()) == 0);
      }
    }
}
