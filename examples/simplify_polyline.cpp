// SPDX-License-Identifier: MIT
// The compiled API in a few lines: any C++17 compiler, no CUDA or Thrust header.
#include <cmath>
#include <cstdio>
#include <vector>

#include <thrustline/simplify.hpp>

namespace {

/// A spiral of n points: x0 y0 x1 y1 ...
std::vector<double> spiral(int n) {
  std::vector<double> xy;
  for (int i = 0; i < n; ++i) {
    const double turn = 0.01 * i;
    xy.push_back(turn * std::cos(turn));
    xy.push_back(turn * std::sin(turn));
  }
  return xy;
}

} // namespace

int main() {
  const std::vector<double> xy = spiral(10000);

  const thrustline::executor on = thrustline::executor::best(); // a GPU if there is one, else the CPU's cores
  const thrustline::polyline<double, 2> line(xy.data(), 10000); // a view: nothing is copied
  const auto options = thrustline::simplify_options{}.tolerance(0.25).metric(thrustline::metric::segment);

  const std::vector<std::int64_t> kept = thrustline::simplify_indices(on, line, options);

  std::printf("%zu of 10000 points are enough (%s)\n", kept.size(), on.name().c_str());
  const bool ends_kept = !kept.empty() && kept.front() == 0 && kept.back() == 9999;
  return ends_kept && kept.size() < 1000 ? 0 : 1;
}
