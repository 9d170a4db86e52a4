// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "core/flow/tabulated.hpp"
#include "simplify/flow/check_closed.hpp"
#include "simplify/flow/kept_keys.hpp"
#include "simplify/flow/named_metric.hpp"
#include "simplify/flow/rings.hpp"
#include "simplify/flow/series_ends.hpp"

/// The largest distance of a dropped point to the chord of its kept neighbours.
namespace thrustline::flow {

template <class Real, int D, class Metric>
struct deviation_of_point {
  const point<Real, D>* points;
  const std::uint8_t* mask;
  const std::int64_t* kept;
  std::int64_t kept_count;
  const std::int64_t* keys; ///< index in `kept` of the last kept point up to i
  validity<Real, D> valid;
  Metric metric;
  THRUSTLINE_HD Real operator()(std::int64_t i) const {
    if (mask[i] || keys[i] < 0 || keys[i] + 1 >= kept_count || !valid(points[i])) // an invalid point may be at an end
      return Real(0);
    const std::int64_t first = kept[keys[i]], last = kept[keys[i] + 1];
    return metric(points[first], points[last], last - first).distance(points[i], i - first);
  }
};

/// Marks series whose first or last valid point is dropped.
struct mark_lost_end {
  const std::uint8_t* mask;
  std::uint8_t* lost;
  THRUSTLINE_HD void operator()(std::int64_t s, std::int64_t first, std::int64_t last) const {
    lost[s] = first <= last && !(mask[first] && mask[last]) ? 1 : 0;
  }
};

/// Whether the first or the last valid point of a series is dropped, so that no chord replaces it.
template <class Policy, class Real, int D>
bool loses_ends(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                const std::uint8_t* mask) {
  const detail::temporary<std::uint8_t, Policy> lost(policy, lines.series);
  find_series_ends(policy, lines, skips_invalid(options), validity_by<Real, D>(options),
                   mark_lost_end{mask, lost.data()});
  return count_mask(policy, lost.data(), lines.series) > 0;
}

/// The greatest of n values, and of 0.
template <class Policy, class Real>
Real greatest_of(Policy const& policy, const Real* values, std::int64_t n) {
  return detail::reduce<Real>(policy, values, n, Real(0), detail::maximum<Real>{});
}

template <class Real, class Deviation>
struct write_deviation {
  Deviation deviation;
  Real* values;
  THRUSTLINE_HD void operator()(std::int64_t i) const { values[i] = deviation(i); }
};

/// The greatest deviation of n points. On a GPU one kernel writes all deviations, and a reduction without metric reads
/// them: CUB unrolls reductions, which takes long to compile with a metric inside.
template <class Policy, class Real, int D, class Metric>
Real greatest_deviation(Policy const& policy, std::int64_t n, deviation_of_point<Real, D, Metric> const& deviation) {
  if constexpr (detail::is_cuda<Policy>) {
    const detail::temporary<Real, Policy> values(policy, n);
    detail::for_each_index(policy, n,
                           write_deviation<Real, deviation_of_point<Real, D, Metric>>{deviation, values.data()});
    return greatest_of(policy, static_cast<const Real*>(values.data()), n);
  } else {
    return detail::reduce<Real>(policy, tabulated(deviation), n, Real(0), detail::maximum<Real>{});
  }
}

template <class Policy, class Real, int D>
double deviation_of_open_series(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                                const std::uint8_t* mask) {
  if (loses_ends(policy, lines, options, mask))
    return std::numeric_limits<double>::infinity();
  detail::temporary<std::int64_t, Policy> kept(policy, lines.count), keys(policy, lines.count);
  const std::int64_t count = list_kept_and_keys(policy, mask, lines.count, kept.data(), keys.data());
  const validity<Real, D> valid = validity_by<Real, D>(options);
  return with_metric_for<Policy, std::int64_t, point<Real, D>>(options.metric(), [&](auto metric) {
    return static_cast<double>(
        greatest_deviation(policy, lines.count,
                           deviation_of_point<Real, D, decltype(metric)>{lines.points, mask, kept.data(), count,
                                                                         keys.data(), valid, metric}));
  });
}

template <class Policy, class Real, int D>
double deviation_on(Policy const& policy, call_input<Real, D> const& input, const std::uint8_t* mask) {
  check_input(policy, input);
  check_closed(policy, input);
  if constexpr (D > 1) { // a series of values is no ring
    if (has_rings(input)) {
      const ring_layout layout = layout_of(input);
      const opened_rings<Policy, Real, D> rings(
          policy, input.lines, layout, [&](std::int64_t* starts) { find_kept_starts(policy, layout, mask, starts); });
      detail::temporary<std::uint8_t, Policy> opened(policy, rings.lines().count);
      rings.open_mask(mask, std::uint8_t(1), opened.data()); // points of a dropped ring have no kept neighbours
      return deviation_of_open_series(policy, rings.lines(), input.options, opened.data());
    }
  }
  return deviation_of_open_series(policy, input.lines, input.options, mask);
}

} // namespace thrustline::flow
