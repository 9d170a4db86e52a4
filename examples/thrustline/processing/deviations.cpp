// SPDX-License-Identifier: MIT
#include "processing/deviations.hpp"

#include <algorithm>

#include <thrustline/geometry/metrics.hpp>

#include "processing/library_view.hpp"

namespace thrustline_program {
namespace {

template <class Metric, int D>
std::vector<double> measure(thrustline::polylines<double, D> const& lines, std::vector<std::uint8_t> const& keep_mask,
                            Metric metric) {
  const auto at = [&](std::int64_t i) {
    thrustline::point<double, D> p;
    std::copy_n(lines.coordinates + i * D, D, p.x);
    return p;
  };
  std::vector<double> found;
  std::int64_t last_kept = -1; // ends are kept, so a dropped point has kept neighbours in its own series
  for (std::int64_t i = 0; i < lines.points; ++i) {
    if (!keep_mask[i])
      continue;
    if (i > last_kept + 1) {
      const auto chord = metric(at(last_kept), at(i), i - last_kept);
      for (std::int64_t k = last_kept + 1; k < i; ++k)
        found.push_back(chord.distance(at(k), k - last_kept));
    }
    last_kept = i;
  }
  std::sort(found.begin(), found.end());
  return found;
}

} // namespace

std::vector<double> deviations(dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                               thrustline::metric metric) {
  return with_lines(data, [&](auto const& lines) {
    switch (metric) {
    case thrustline::metric::vertical:
      return measure(lines, keep_mask, thrustline::vertical_distance{});
    case thrustline::metric::line:
      return measure(lines, keep_mask, thrustline::line_distance{});
    case thrustline::metric::segment:
      break;
    }
    return measure(lines, keep_mask, thrustline::segment_distance{});
  });
}

} // namespace thrustline_program
