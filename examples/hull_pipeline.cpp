// SPDX-License-Identifier: MIT
// The convex hull inside a Thrust pipeline: a drone's fixes in degrees are seen as metres where they are read, their
// hull is the area it covered, and the perimeter is reduced from the hull without the points ever being copied.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/transform_reduce.h>

#include <thrustline/algorithms/quickhull.hpp>

namespace {

struct lon_lat {
  double lon, lat;
};

/// Metres from the start; planar, which is right for a few kilometres.
struct to_metres {
  lon_lat start;
  thrustline::point<double, 2> operator()(lon_lat const& fix) const {
    constexpr double metres_per_degree = 111195, degree = 3.14159265358979 / 180;
    return {{(fix.lon - start.lon) * metres_per_degree * std::cos(start.lat * degree),
             (fix.lat - start.lat) * metres_per_degree}};
  }
};

/// A search pattern: a square of 1000 m flown in lines, never quite straight.
std::vector<lon_lat> flight(int n) {
  std::vector<lon_lat> fixes;
  for (int i = 0; i < n; ++i) {
    const double line = std::floor(i * 50.0 / n), along = std::fmod(i * 50.0 / n, 1.0);
    const double east = 20 * line + std::sin(0.1 * i), north = 1000 * along + std::cos(0.07 * i);
    fixes.push_back({13.4 + east / 67500, 52.5 + north / 111195});
  }
  return fixes;
}

} // namespace

int main() {
  const std::vector<lon_lat> fixes = flight(200000);
  const auto metres = thrust::make_transform_iterator(fixes.data(), to_metres{fixes.front()});
  std::vector<std::int32_t> hull(fixes.size());

  // Any policy will do: thrust::seq, thrust::omp::par, thrust::cuda::par.on(stream) with device memory.
  const std::int64_t vertices =
      thrustline::quickhull(thrust::host, metres, metres + static_cast<std::ptrdiff_t>(fixes.size()), hull.begin());

  const auto edge = [&](std::int64_t i) {
    const auto a = metres[hull[static_cast<std::size_t>(i)]];
    const auto b = metres[hull[static_cast<std::size_t>((i + 1) % vertices)]];
    return std::hypot(b[0] - a[0], b[1] - a[1]);
  };
  const thrust::counting_iterator<std::int64_t> first(0);
  const double perimeter = thrust::transform_reduce(thrust::host, first, first + vertices, edge, 0.0, thrust::plus<>());
  std::printf("%d fixes, a hull of %d vertices, %.0f m around\n", static_cast<int>(fixes.size()),
              static_cast<int>(vertices), perimeter);
  return vertices > 3 && perimeter > 3900 && perimeter < 4100 ? 0 : 1;
}
