// SPDX-License-Identifier: MIT
// A ragged batch: lines of any lengths in one flat array, simplified in one call. Runs on CPU cores or a GPU.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <thrustline/simplify.hpp>

int main() {
  // Line s has the points [offsets[s], offsets[s + 1]) of xy, stored x0 y0 x1 y1 ...
  const std::vector<double> xy = {0, 0, 1, 0.1, 2, 0,       // three points, nearly straight
                                  0, 0, 1, 1,   2, 0, 3, 1, // a zig-zag of four
                                  5, 5, 6, 5};              // two ends
  const std::vector<std::int64_t> offsets = {0, 3, 7, 9};
  const std::vector<double> tolerances = {0.5, 0.5, 0.01}; // one for each line; or tolerance(0.5) for all

  const thrustline::polylines<double, 2> lines(xy.data(), 9, offsets.data(), 3);
  const auto options = thrustline::simplify_options{}.tolerances(tolerances.data(), 3);
  const thrustline::ragged<double> small = thrustline::simplify_points(thrustline::executor::best(), lines, options);

  for (std::size_t s = 0; s + 1 < small.offsets.size(); ++s)
    for (std::int64_t i = small.offsets[s]; i < small.offsets[s + 1]; ++i)
      std::printf("line %zu: (%g, %g)\n", s, small.values[2 * i], small.values[2 * i + 1]);
  return small.offsets == std::vector<std::int64_t>{0, 2, 6, 8} ? 0 : 1;
}
