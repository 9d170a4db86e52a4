// SPDX-License-Identifier: MIT
#include "processing/deviations.hpp"

#include <algorithm>
#include <type_traits>

#include <thrustline/geometry/ecef.hpp>
#include <thrustline/geometry/great_ellipse_distance.hpp>
#include <thrustline/geometry/metrics.hpp>
#include <thrustline/geometry/synchronised_distance.hpp>

#include "processing/library_view.hpp"

namespace thrustline_program {
namespace {

template <class Lines>
inline constexpr int dimensions_of = 0;
template <int D>
inline constexpr int dimensions_of<thrustline::polylines<double, D>> = D;

template <int D>
thrustline::point<double, D> point_at(thrustline::polylines<double, D> const& lines, std::int64_t i) {
  thrustline::point<double, D> p;
  std::copy_n(lines.coordinates + i * D, D, p.x);
  return p;
}

/// at(i): point i in the form that the metric takes.
template <class Points, class Metric>
std::vector<double> measure(Points const& at, dataset const& data, std::vector<std::uint8_t> const& keep_mask,
                            Metric metric) {
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
    using lines_type = std::decay_t<decltype(lines)>;
    constexpr int D = dimensions_of<lines_type>;
    const auto by = [&](auto const& at, auto named) { return measure(at, data, keep_mask, named); };
    const auto given = [&](std::int64_t i) { return point_at<D>(lines, i); };
    switch (metric) {
    case thrustline::metric::vertical:
      return by(given, thrustline::vertical_distance{});
    case thrustline::metric::line:
      return by(given, thrustline::line_distance{});
    case thrustline::metric::great_ellipse:
      return by(
          [&](std::int64_t i) {
            const double* const degrees = lines.coordinates + i * D;
            return thrustline::to_ecef(degrees[0], degrees[D > 1 ? 1 : 0]);
          },
          thrustline::great_ellipse_distance{});
    case thrustline::metric::synchronised:
      if constexpr (D == 3)
        return by(given, thrustline::synchronised_distance{});
      break;
    case thrustline::metric::segment:
      break;
    }
    return by(given, thrustline::segment_distance{});
  });
}

} // namespace thrustline_program
