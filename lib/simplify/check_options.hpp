// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "core/check.hpp"
#include <thrustline/simplify.hpp>

/// Checks of the options that segment_columns() shares with simplify().
namespace thrustline::detail {

/// Tolerances in device memory are checked there.
template <class Options>
void check_tolerances(std::int64_t series, std::string const& name_of_series, Options const& options) {
  if (options.tolerances())
    check(options.tolerances_count() == series, "tolerances",
          std::to_string(options.tolerances_count()) + " values for " + std::to_string(series) + " " + name_of_series);
  else
    check(options.tolerance() >= 0, "tolerance", "must be >= 0, is " + to_text(options.tolerance()));
}

/// Throws unless both are known enumerators.
inline void check_known(engine with, metric by) {
  check(to_string(with) != "unknown", "engine", "there is no " + std::to_string(static_cast<int>(with)));
  check(to_string(by) != "unknown", "metric", "there is no " + std::to_string(static_cast<int>(by)));
}

template <class Options>
void check_engine_and_metric(executor const& on, Options const& options) {
  check_known(options.engine(), options.metric());
  check(options.engine() != engine::recursive || !on.is_cuda(), "engine", "recursive runs on CPU executors only");
}

template <int D>
void check_options(executor const& on, std::int64_t series, simplify_options const& options) {
  check_tolerances(series, "series", options);
  check(!options.closed() || D > 1, "closed", "a series of values against their index cannot be a ring");
  check_engine_and_metric(on, options);
}

} // namespace thrustline::detail
