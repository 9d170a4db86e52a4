// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <utility>

#include "simplify/cpu/bounded/bounded_engine.hpp"
#include "simplify/cpu/bounded/tasks.hpp"

/// Members of bounded_engine.
namespace thrustline::cpu {

template <class Real, int D>
bounded_engine<Real, D>::bounded_engine(int threads) : threads_(threads) {}

template <class Real, int D>
bounded_engine<Real, D>::~bounded_engine() = default;

template <class Real, int D>
bool bounded_engine<Real, D>::makes_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options) {
  return !flow::skips_invalid(options) && !options.closed() && wants_boxes(lines.offsets, lines.series);
}

template <class Real, int D>
bool bounded_engine<Real, D>::make_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options) {
  if (!makes_boxes_early(lines, options))
    return false;
  make_boxes({lines.points, lines.count, false, flow::validity_by<Real, D>(options)});
  return boxes_->all_valid();
}

template <class Real, int D>
void bounded_engine<Real, D>::make_boxes(series_points<Real, D> const& series) {
  boxes_.reset(new box_tree<Real, D>(threads_, series, std::exchange(pending_, nullptr)));
  boxed_ = series.points;
}

template <class Real, int D>
template <class Outcome>
std::int64_t bounded_engine<Real, D>::run(series_points<Real, D> const& series, listed_ends const& ends,
                                          flow::tolerance_of_point<Real> const& tolerance, metric by,
                                          typename Outcome::mark* marks) {
  if (boxed_ != series.points && wants_boxes(ends))
    make_boxes(series);
  return flow::with_metric<point<Real, D>>(by, [&](auto metric) {
    search_aids<Real, D> aids(series);
    const boxed_points<Real, D> boxed{series, boxes_.get(), &aids};
    return bounded_tasks<Real, D, decltype(metric), Outcome>(threads_, boxed, tolerance, metric, marks).run(ends);
  });
}

/// Points of a series that is long enough for boxes.
inline constexpr std::int64_t fewest_boxed_points = most_finish_points + 3;

/// Whether some series is long enough for boxes.
template <class Real, int D>
bool bounded_engine<Real, D>::wants_boxes(listed_ends const& ends) {
  for (std::int64_t s = 0; s < ends.series; ++s)
    if (ends[s].last - ends[s].first + 1 >= fewest_boxed_points)
      return true;
  return false;
}

/// The same by offsets that are not checked yet. They may decrease, and differ by more than the largest integer.
template <class Real, int D>
bool bounded_engine<Real, D>::wants_boxes(const std::int64_t* offsets, std::int64_t series) {
  const auto distance = [](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
  };
  for (std::int64_t s = 0; s < series; ++s)
    if (offsets[s] <= offsets[s + 1] && distance(offsets[s], offsets[s + 1]) >= fewest_boxed_points)
      return true;
  return false;
}

} // namespace thrustline::cpu
