// SPDX-License-Identifier: MIT
#include <thrustline/simplify.hpp>
#include <thrustline/version.hpp>

#include <cstdio>
#include <vector>

std::int64_t kept_of_series(thrustline::executor const& on);

int main() {
  const auto on = thrustline::executor::best();
  const std::vector<double> xy{0, 0, 1, 0.1, 2, 0, 3, 5, 4, 0, 5, 0};
  const auto line = thrustline::polyline<double, 2>(xy.data(), 6);
  const auto options = thrustline::simplify_options{}.tolerance(1).metric(thrustline::metric::segment);
  const std::vector<std::int64_t> kept = thrustline::simplify_indices(on, line, options);

  std::printf("thrustline %s on %s kept", thrustline::version().c_str(), on.name().c_str());
  for (std::int64_t i : kept)
    std::printf(" %d", static_cast<int>(i));
  std::printf("\n");
  return kept == std::vector<std::int64_t>{0, 2, 3, 5} && kept_of_series(on) == 3 ? 0 : 1;
}
