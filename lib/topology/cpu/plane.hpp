// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cpu/wide_numbers.hpp"
#include "core/flow/batch.hpp"
#include "topology/flow/plane.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>

/// Points and boxes of the plane on CPU cores, several at once.
namespace thrustline::cpu {

using flow::empty_box;
using flow::enclose;
using flow::plane_box;
using flow::plane_lines;
using flow::plane_point;
using thrustline::detail::compare;
using thrustline::detail::same_place;
using wide_double = rounding::wide<double>;

/// The points of lines in the plane, in double.
template <class Real>
std::vector<plane_point> plane_points(flow::batch<Real, 2> const& lines) {
  std::vector<plane_point> points;
  points.reserve(static_cast<std::size_t>(lines.count));
  for (std::int64_t i = 0; i < lines.count; ++i)
    points.push_back({{lines.points[i][0], lines.points[i][1]}});
  return points;
}

/// Box of the points [first, last], two of them in a vector. There is one point at least.
inline plane_box box_of(const plane_point* points, std::int64_t first, std::int64_t last) {
  plane_box all{points[first], points[first]};
  constexpr std::int64_t together = wide_double::size / 2;
  if (last - first + 1 < together) {
    for (std::int64_t i = first + 1; i <= last; ++i)
      enclose(all, points[i]);
    return all;
  }
  const auto load = [&](std::int64_t i) { return wide_double::load(points[i].x); };
  wide_double low = load(last - together + 1), high = low; // these may be read twice
  for (std::int64_t i = first; i + together <= last; i += together) {
    const wide_double w = load(i);
    low = rounding::min(low, w);
    high = rounding::max(high, w);
  }
  const auto lows = low.a < low.b ? low.a : low.b, highs = high.a > high.b ? high.a : high.b;
  for (int k = 0; k < 2; ++k) {
    all.low[k] = lows[k] < lows[k + 2] ? lows[k] : lows[k + 2];
    all.high[k] = highs[k] > highs[k + 2] ? highs[k] : highs[k + 2];
  }
  return all;
}

} // namespace thrustline::cpu
