// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "check_rdp.hpp"

namespace thrustline::test {

struct point_of_tuple {
  template <class Tuple>
  THRUSTLINE_HD point<float, 3> operator()(Tuple const& t) const {
    return {{thrust::get<0>(t), thrust::get<1>(t), thrust::get<2>(t)}};
  }
};

/// Metres east and north of an origin, good near it.
struct metres_from {
  double lon, lat, metres_per_lon, metres_per_lat;
  THRUSTLINE_HD point<float, 2> operator()(point<double, 2> const& degrees) const {
    return {{static_cast<float>((degrees[0] - lon) * metres_per_lon),
             static_cast<float>((degrees[1] - lat) * metres_per_lat)}};
  }
};

/// y = i^2 modulo 97: a series without memory.
struct square_residue {
  THRUSTLINE_HD std::uint16_t operator()(std::int64_t i) const { return static_cast<std::uint16_t>(i * i % 97); }
};

/// A user's point with more than coordinates: `weight` 0 means that it does not count.
struct station {
  double x, y;
  float weight;
};

/// A user's metric: the weighted taxicab distance to the first end, without points of weight 0.
struct weighted_taxicab {
  struct chord {
    station first;
    THRUSTLINE_HD double rank(station const& p, std::int64_t step) const {
      return p.weight == 0 ? -1 : distance(p, step);
    }
    THRUSTLINE_HD double distance(station const& p, std::int64_t) const {
      const double along =
          rounding::add(rounding::abs(rounding::sub(p.x, first.x)), rounding::abs(rounding::sub(p.y, first.y)));
      return rounding::mul(along, static_cast<double>(p.weight));
    }
  };
  THRUSTLINE_HD chord operator()(station const& first, station const&, std::int64_t) const { return {first}; }
};

/// Compares rdp on one iterator with rdp_recursive on a host iterator over the same values.
template <class On, class Points, class HostPoints, class Metric>
void check_iterators(On& on, Points points, HostPoints host_points, std::int64_t n, double tolerance, Metric by) {
  CAPTURE(tolerance);
  const mask_and_levels expected = plain_rdp(host_points, {0, n}, tolerance, by);
  typename On::template array<std::uint8_t> keep(unwritten(n));
  const std::int64_t levels = rdp(on.policy(), points, points + n, tolerance, keep.data(), by);
  CHECK(difference(keep.host(), expected.mask) == "");
  CHECK(levels == expected.levels);
  std::int64_t kept = 0;
  for (std::uint8_t k : expected.mask)
    kept += k;
  CHECK(kept > 2);
  CHECK(kept < n);
}

template <class T, class On>
typename On::template array<T> copy_on(On&, std::vector<T> const& values) {
  return typename On::template array<T>(values);
}

/// Points that are computed or narrow, and the user's own.
template <class On>
void run_other_iterators(On& on, std::int64_t n) {
  { // degrees seen as metres
    const auto degrees = as_points<double, 2>(make<double, 2>("lon/lat", n, 114));
    const metres_from to_metres{13.4, 52.5, 67768, 111267};
    auto degrees_in = copy_on(on, degrees);
    const point<double, 2>* const in = degrees_in.data();
    check_iterators(on, thrust::make_transform_iterator(in, to_metres),
                    thrust::make_transform_iterator(degrees.data(), to_metres), n, 25, line_distance{});
  }
  { // computed values, no array
    const auto series = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), square_residue{});
    check_iterators(on, series, series, n, 60, vertical_distance{});
  }
  { // narrow integers
    const auto samples = make<float, 1>("plateaus", n, 115);
    const std::vector<std::int16_t> narrow(samples.begin(), samples.end());
    auto narrow_in = copy_on(on, narrow);
    check_iterators(on, narrow_in.data(), narrow.data(), n, 30, vertical_distance{});
  }
  { // the user's points and metric
    random_numbers numbers(116);
    std::vector<station> stations;
    double x = 0, y = 0;
    for (std::int64_t i = 0; i < n; ++i)
      stations.push_back({x += numbers.normal(), y += numbers.normal(), static_cast<float>(numbers.below(3))});
    auto stations_in = copy_on(on, stations);
    check_iterators(on, stations_in.data(), stations.data(), n, 90, weighted_taxicab{});

    const keep_mask kept = plain_rdp(stations.data(), {0, n}, 0, weighted_taxicab{}).mask;
    for (std::int64_t i = 1; i + 1 < n; ++i)
      REQUIRE((stations[i].weight > 0 || kept[i] == 0));
    check_iterators(on, stations_in.data(), stations.data(), n, 0, weighted_taxicab{});
  }
}

template <class On>
void run_iterators_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  const std::int64_t n = 20000;

  { // three arrays of coordinates seen as points
    const auto x = make<float, 1>("walk", n, 111), y = make<float, 1>("walk", n, 112),
               z = make<float, 1>("walk", n, 113);
    const auto points = [](auto const* px, auto const* py, auto const* pz) {
      return thrust::make_transform_iterator(thrust::make_zip_iterator(thrust::make_tuple(px, py, pz)),
                                             point_of_tuple{});
    };
    auto x_in = copy_on(on, x), y_in = copy_on(on, y), z_in = copy_on(on, z);
    const float *px = x_in.data(), *py = y_in.data(), *pz = z_in.data();
    check_iterators(on, points(px, py, pz), points(x.data(), y.data(), z.data()), n, 4, segment_distance{});
  }
  if constexpr (is_full_policy<On>)
    run_other_iterators(on, n);
}

} // namespace thrustline::test
