// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/check.hpp"
#include <thrustline/simplify.hpp>

/// What a call can be refused for without a look at its arrays.
namespace thrustline::detail {

/// name: of the argument; series: what messages call its parts.
template <class Real, int D>
void check_lines(executor const& on, polylines<Real, D> const& lines, std::string const& name = "lines",
                 std::string const& series = "series") {
  check_size(lines.points, "points");
  check_size(lines.series, "series");
  check(lines.coordinates || lines.points == 0, "coordinates",
        "null, but there are " + std::to_string(lines.points) + " points");
  check(lines.offsets || lines.series == 1 || (lines.series == 0 && lines.points == 0), "offsets",
        "null, but there are " + std::to_string(lines.series) + " " + series);
  check_where(on, lines.where, name);
}

/// There are such an engine and such a metric.
inline void check_known(engine with, metric by) {
  check(to_string(with) != "unknown", "engine", "there is no " + std::to_string(static_cast<int>(with)));
  check(to_string(by) != "unknown", "metric", "there is no " + std::to_string(static_cast<int>(by)));
}

template <int D>
void check_options(executor const& on, std::int64_t series, simplify_options const& options) {
  if (options.tolerances())
    check(options.tolerances_count() == series, "tolerances",
          std::to_string(options.tolerances_count()) + " values for " + std::to_string(series) + " series");
  else
    check(options.tolerance() >= 0, "tolerance", "must be >= 0, is " + to_text(options.tolerance()));
  check(!options.closed() || D > 1, "closed", "a series of values against their index cannot be a ring");
  check_known(options.engine(), options.metric());
  check(options.engine() != engine::recursive || !on.is_cuda(), "engine", "recursive runs on CPU executors only");
}

} // namespace thrustline::detail
