// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace thrustline::bench {

/// The kinds of made points, as a list of words.
inline constexpr const char* made_kinds = "square disk gauss kuzmin circle";

/// n points x0 y0 x1 y1 ... of a kind. Throws std::invalid_argument if there is no such kind.
template <class Real>
std::vector<Real> made_points(std::string const& kind, std::int64_t n) {
  std::mt19937_64 engine(20150101);
  std::uniform_real_distribution<double> unit(0, 1);
  std::normal_distribution<double> normal;
  constexpr double turn = 6.283185307179586;
  std::vector<Real> xy;
  xy.reserve(static_cast<std::size_t>(2 * n));
  for (std::int64_t i = 0; i < n; ++i) {
    double x, y;
    if (kind == "square") {
      x = unit(engine), y = unit(engine);
    } else if (kind == "gauss") {
      x = normal(engine), y = normal(engine);
    } else {
      const double u = unit(engine), angle = turn * unit(engine);
      const double radius = kind == "disk"     ? std::sqrt(u)
                            : kind == "kuzmin" ? std::sqrt(1 / ((1 - u) * (1 - u)) - 1)
                            : kind == "circle"
                                ? 1
                                : throw std::invalid_argument("--kinds: " + kind + " is none of " + made_kinds);
      x = radius * std::cos(angle), y = radius * std::sin(angle);
    }
    xy.push_back(static_cast<Real>(x));
    xy.push_back(static_cast<Real>(y));
  }
  return xy;
}

/// Files of real points, beside the made kinds.
inline const std::vector<std::string> real_sets{"us_counties.lines.csv", "world_coastline_50m.geojson",
                                                "coast_baffin.xy.csv", "islands_british_columbia.geojson"};

} // namespace thrustline::bench
