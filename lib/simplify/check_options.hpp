// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/check_lines.hpp"
#include <thrustline/simplify.hpp>

/// Checks of the options that segment_columns() shares with simplify().
namespace thrustline::detail {

/// Tolerances in device memory are checked there.
template <class Options>
void check_tolerances(std::int64_t series, std::string const& name_of_series, Options const& options) {
  const std::int64_t count = options.tolerances_count();
  check_present(options.tolerances(), count, "tolerances");
  if (options.tolerances())
    check(count == series, "tolerances",
          [&] { return std::to_string(count) + " values for " + std::to_string(series) + " " + name_of_series; });
  else
    check(options.tolerance() >= 0, "tolerance", [&] { return "must be >= 0, is " + to_text(options.tolerance()); });
}

inline void check_pins(std::int64_t points, simplify_options const& options) {
  const std::int64_t count = options.pins_count();
  check_present(options.pins(), count, "pins");
  check(!options.pins() || count == points, "pins",
        [&] { return std::to_string(count) + " values for " + std::to_string(points) + " points"; });
}

/// Throws unless both are enumerators.
inline void check_known(engine with, metric by) {
  check_enumerator(with, engine::bounded, "engine");
  check_enumerator(by, metric::synchronised, "metric");
}

/// Throws if a metric does not take points of D coordinates.
template <int D>
void check_dimensions(metric by) {
  const char* const given = D == 1 ? "values against their index" : "points of two coordinates";
  check(D > 1 || by != metric::great_ellipse, "metric",
        [&] { return "great_ellipse takes longitudes and latitudes, not " + std::string(given); });
  check(D == 3 || by != metric::synchronised, "metric",
        [&] { return "synchronised takes x, y and t, not " + std::string(given); });
}

template <int D, class Options>
void check_engine_and_metric(executor const& on, Options const& options) {
  check_known(options.engine(), options.metric());
  check_dimensions<D>(options.metric());
  check(options.engine() != engine::recursive || !on.is_cuda(), "engine", "recursive runs on CPU executors only");
}

/// The series that are rings, as far as the host can check them.
template <class Real, int D>
void check_which_rings(polylines<Real, D> const& lines, simplify_options const& options) {
  const std::int64_t count = options.rings_count();
  check_present(options.rings(), count, "rings");
  check(!options.rings() || count == lines.series, "rings",
        [&] { return std::to_string(count) + " values for " + std::to_string(lines.series) + " series"; });
  check(!options.closed() || D > 1, "closed", "a series of values against their index cannot be a ring");
  check(!options.rings() || D > 1, "rings", "a series of values against their index cannot be a ring");
  check(!options.rings() || !options.closed(), "rings", "closed says already that every series is a ring");
}

/// The rings, and how they are treated.
template <class Real, int D>
void check_rings(polylines<Real, D> const& lines, simplify_options const& options) {
  check_which_rings(lines, options);
  check_enumerator(options.ring_start(), ring_start::least, "ring_start");
  check_enumerator(options.ring_minimum(), ring_minimum::drop, "ring_minimum");
  const bool some = options.closed() || options.rings() || lines.series == 0;
  constexpr const char* none = "neither closed nor rings says which series are rings";
  check(some || options.ring_start() == ring_start::first, "ring_start", none);
  check(some || !options.drop_superfluous_start(), "drop_superfluous_start", none);
  check(some || options.ring_minimum() == ring_minimum::none, "ring_minimum", none);
}

/// Checks of what max_deviation() reads, too.
template <class Real, int D>
void check_rings_and_metric(polylines<Real, D> const& lines, simplify_options const& options) {
  check_rings(lines, options);
  check_known(options.engine(), options.metric());
  check_dimensions<D>(options.metric());
  check_enumerator(options.invalid(), invalid::ignore, "invalid");
}

template <int D>
void check_topology(simplify_options const& options) {
  check_enumerator(options.topology(), topology::both, "topology");
  if (options.topology() == topology::none)
    return;
  check(D == 2, "topology", [] { return "must be none for D = " + std::to_string(D) + ": topology is planar"; });
  check(options.metric() != metric::great_ellipse, "metric",
        "great_ellipse does not go with topology, which is planar");
  check(!options.tolerances(), "tolerances", "one tolerance for all series is needed where the topology is kept");
  check(options.invalid() == invalid::reject, "invalid", "points cannot be ignored where the topology is kept");
  check(!options.drop_superfluous_start(), "drop_superfluous_start", "starts of rings stay where the topology is kept");
  check(options.ring_minimum() != ring_minimum::drop, "ring_minimum",
        "rings cannot be dropped where the topology is kept");
}

template <class Real, int D>
void check_options(executor const& on, polylines<Real, D> const& lines, simplify_options const& options) {
  check_tolerances(lines.series, "series", options);
  check_pins(lines.points, options);
  check_rings_and_metric(lines, options);
  check_engine_and_metric<D>(on, options);
  check_topology<D>(options);
}

/// The tolerances of the series, in the memory `where`; throws unless they are aligned.
template <class Options>
array_extent tolerances_of(Options const& options, memory where) {
  return {"tolerances", options.tolerances(), options.tolerances_count(), where};
}

/// The arrays that a call reads; throws unless they are aligned.
template <class Real, int D>
std::array<array_extent, 5> inputs_of(polylines<Real, D> const& lines, simplify_options const& options) {
  return {coordinates_of(lines), offsets_of(lines), tolerances_of(options, lines.where),
          array_extent("pins", options.pins(), options.pins_count(), lines.where),
          array_extent("rings", options.rings(), options.rings_count(), lines.where)};
}

} // namespace thrustline::detail
