// SPDX-License-Identifier: MIT
// The compiled API: any C++17 compiler, no CUDA or Thrust header.
#include <cmath>
#include <cstdio>

#include <thrustline/simplify.hpp>

int main() {
  std::vector<double> xy; // a spiral of 10,000 points: x0 y0 x1 y1 ...
  for (int i = 0; i < 10000; ++i)
    xy.insert(xy.end(), {0.01 * i * std::cos(0.01 * i), 0.01 * i * std::sin(0.01 * i)});

  const thrustline::executor on = thrustline::executor::best(); // a GPU if there is one, else the CPU's cores
  const thrustline::polyline<double, 2> line(xy.data(), 10000); // a view: nothing is copied
  const auto options = thrustline::simplify_options{}.tolerance(0.25).metric(thrustline::metric::segment);
  const std::vector<std::int64_t> kept = thrustline::simplify_indices(on, line, options);

  std::printf("%zu of 10000 points are enough (%s)\n", kept.size(), on.name().c_str());
}
