// SPDX-License-Identifier: MIT
#include "processing/deviations.hpp"

#include <algorithm>

#include <thrustline/geometry/metrics.hpp>

#include "processing/library_view.hpp"

namespace thrustline_program {
namespace {

template <class Metric, int D>
std::vector<double> measure(thrustline::polylines<double, D> const& lines, dataset const& data,
                            std::vector<std::uint8_t> const& keep_mask, Metric metric) {
  const auto at = [&](std::int64_t i) {
    thrustline::point<double, D> p;
    std::copy_n(lines.coordinates + i * D, D, p.x);
    return p;
  };
  std::vector<double> found;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    const std::vector<std::int64_t> kept = kept_points(data, keep_mask, s);
    const std::int64_t first = data.offsets[s], last = data.offsets[s + 1] - 1;
    for (std::size_t k = 0; k + 1 < kept.size(); ++k) {
      const bool goes_round = kept[k + 1] <= kept[k]; // past the ring's end, whose last point repeats the first
      const std::int64_t steps = goes_round ? last - kept[k] + kept[k + 1] - first : kept[k + 1] - kept[k];
      const auto chord = metric(at(kept[k]), at(kept[k + 1]), steps);
      for (std::int64_t step = 1; step < steps; ++step) {
        const std::int64_t i = kept[k] + step;
        found.push_back(chord.distance(at(i < last || !goes_round ? i : i - last + first), step));
      }
    }
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
      return measure(lines, data, keep_mask, thrustline::vertical_distance{});
    case thrustline::metric::line:
      return measure(lines, data, keep_mask, thrustline::line_distance{});
    case thrustline::metric::segment:
      break;
    }
    return measure(lines, data, keep_mask, thrustline::segment_distance{});
  });
}

} // namespace thrustline_program
