// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <vector>

#include <line_recipes.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline::bench {

struct measured_line {
  double ns_per_point = 0;
  simplify_report report;
};

/// CPU time of engine `bounded` on one thread, for n points.
inline measured_line measure(made::line_recipe const& of, std::int64_t n) {
  const std::vector<double> xy = made_line(of, n);
  std::vector<std::uint8_t> mask(static_cast<std::size_t>(n));
  const auto options = simplify_options{}.tolerance(of.tolerance).metric(of.by).engine(engine::bounded);
  const std::clock_t begin = std::clock();
  measured_line got;
  got.report = simplify(executor::cpu(1), polyline<double, 2>(xy.data(), n), options, mask.data());
  got.ns_per_point = 1e9 / CLOCKS_PER_SEC * static_cast<double>(std::clock() - begin) / static_cast<double>(n);
  return got;
}

} // namespace thrustline::bench
