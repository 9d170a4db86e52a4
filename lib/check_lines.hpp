// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <thrustline/simplify.hpp>

/// What a call can be refused for without a look at its arrays.
namespace thrustline::detail {

inline void check(bool holds, const char* argument, std::string const& problem) {
  if (!holds)
    throw invalid_argument(argument, problem);
}

template <class Real, int D>
void check_lines(executor const& on, polylines<Real, D> const& lines) {
  check(lines.points >= 0, "points", "must be >= 0, is " + std::to_string(lines.points));
  check(lines.series >= 0, "series", "must be >= 0, is " + std::to_string(lines.series));
  check(lines.coordinates || lines.points == 0, "coordinates",
        "null, but there are " + std::to_string(lines.points) + " points");
  check(lines.offsets || lines.series == 1 || (lines.series == 0 && lines.points == 0), "offsets",
        "null, but there are " + std::to_string(lines.series) + " series");
  check(on.is_cuda() || lines.where == memory::host, "lines.where",
        "device memory was given to a CPU executor, " + on.name());
}

template <int D>
void check_options(executor const& on, std::int64_t series, simplify_options const& options) {
  if (options.tolerances())
    check(options.tolerances_count() == series, "tolerances",
          std::to_string(options.tolerances_count()) + " values for " + std::to_string(series) + " series");
  else
    check(options.tolerance() >= 0, "tolerance", "must be >= 0, is " + to_text(options.tolerance()));
  check(!options.closed() || D > 1, "closed", "a series of values against their index cannot be a ring");
  check(options.engine() != engine::recursive || !on.is_cuda(), "engine", "recursive runs on CPU executors only");
}

} // namespace thrustline::detail
