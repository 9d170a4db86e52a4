// SPDX-License-Identifier: MIT
// Maps stay maps: a coast that does not cross its buoy, and two countries that keep the border that they share.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <thrustline/arcs.hpp>
#include <thrustline/simplify.hpp>

namespace {

/// The kept points of a bay with a buoy in it, two lines of one batch.
std::int64_t keep_bay(thrustline::executor const& on) {
  const std::vector<double> xy = {0, 0, 4, 0, 5, 3, 6, 0, 10, 0, 5, 1, 5.1, 1};
  const std::vector<std::int64_t> offsets = {0, 5, 7};
  const thrustline::polylines<double, 2> layer(xy.data(), 7, offsets.data(), 2);
  std::uint8_t mask[7];
  const auto options = thrustline::simplify_options{}.tolerance(5).topology(thrustline::topology::both);
  const auto report = thrustline::simplify(on, layer, options, mask); // all lines in one batch
  std::printf("the coast keeps its bay: %lld segment split\n", static_cast<long long>(report.topology.forced));
  return report.kept;
}

/// Whether two countries keep the same points of their common border, which runs up in one ring and down in the other.
bool keep_border(thrustline::executor const& on) {
  const std::vector<double> xy = {0,  0,  10,  0, 10.1, 3, 9.9, 6, 10, 10, 0,  10, 0,  0, // west
                                  10, 10, 9.9, 6, 10.1, 3, 10,  0, 20, 0,  20, 10, 10, 10};
  const std::vector<std::int64_t> offsets = {0, 7, 14};
  const thrustline::polylines<double, 2> rings(xy.data(), 14, offsets.data(), 2);
  const auto options = thrustline::simplify_options{}.tolerance(1).topology(thrustline::topology::both);
  const auto arcs = thrustline::build_arcs(on, rings);
  const auto mask = mask_of_lines(arcs, simplify_mask(on, arcs.view(), options)); // mask of the rings' points
  std::printf("%lld shared border\n", static_cast<long long>(arcs.shared));
  return mask[2] == mask[9] && mask[3] == mask[8] && mask[1] == 1 && mask[10] == 1;
}

} // namespace

int main() {
  const thrustline::executor on = thrustline::executor::best();
  return keep_bay(on) == 5 && keep_border(on) ? 0 : 1;
}
