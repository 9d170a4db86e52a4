// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "simplify/flow/check_values.hpp"
#include "simplify/flow/rings.hpp"
#include "simplify/flow/write_outputs.hpp"
#include <thrustline/algorithms/rdp.hpp>
#include <thrustline/detail/set_zeros.hpp>

/// The course of a call, the same on every policy: check, open the rings, find the ends, run an engine, write.
namespace thrustline::flow {

/// What an engine tells when it is done; most tell the levels alone.
struct engine_report {
  std::int64_t levels = 0;
  std::int64_t kept = -1;      ///< points with marks; -1: not counted
  bool refused = false;        ///< seen_points::refused has been told
  std::int64_t spine_cuts = 0; ///< cuts that were planned from both ends of long segments and made at once

  engine_report(std::int64_t levels) : levels(levels) {}
};

/// Where the ends of series go: into an array, and marked.
template <class Index, class Mark>
struct write_and_mark_ends {
  write_ends<Index> write;
  Mark* marks;
  Mark mark;
  THRUSTLINE_HD void operator()(std::int64_t s, std::int64_t first, std::int64_t last) const {
    write(s, first, last);
    if (first <= last) {
      marks[first] = mark;
      marks[last] = mark;
    }
  }
};

/// The mask of open series, or another mark for each point, which is `mark_of_ends` for their ends. `engine` is called
/// as engine(points, count, ends, series, tolerance, metric, mask) with the mask's zeros and ends set, and returns its
/// report. `ends` is null where the caller has seen to these (seen_points::ends_marked).
template <class Policy, class Real, int D, class Engine, class Mark>
engine_report mask_open_series(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                               const double* tolerances, Engine engine, Mark* mask, Mark mark_of_ends = 1,
                               seen_points const& seen = {}) {
  const bool skip = options.invalid() == invalid::ignore;
  const validity<Real, D> valid = validity_by<Real, D>(options);
  const tolerance_of_point<Real> tolerance{static_cast<Real>(options.tolerance()), tolerances, lines.offsets,
                                           lines.series};
  const auto run = [&](auto index) -> engine_report {
    using Index = decltype(index);
    detail::temporary<chord_ends<Index>, Policy> ends(policy, seen.ends_marked ? 0 : lines.series);
    if (!seen.ends_marked) {
      detail::set_zeros(policy, mask, lines.count);
      find_series_ends(policy, lines, skip, valid, write_and_mark_ends<Index, Mark>{{ends.data()}, mask, mark_of_ends},
                       seen);
    }
    return with_metric(options.metric(), [&](auto metric) {
      return engine(lines.points, static_cast<Index>(lines.count), seen.ends_marked ? nullptr : ends.data(),
                    static_cast<Index>(lines.series), tolerance,
                    skipping<decltype(metric), Real, D>{metric, skip, valid}, mask);
    });
  };
  return detail::fits_32_bits(lines.count, lines.series) ? run(std::int32_t()) : run(std::int64_t());
}

/// Runs a call on arrays in the policy's memory. `tolerances`: null or one for each series, in that memory.
/// `seen`: what the caller has seen of the points' validity, so that they need not be read for it again.
template <class Policy, class Real, int D, class Engine>
simplify_report simplify_on(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                            const double* tolerances, Engine engine, simplify_outputs<Real, D> const& outputs,
                            seen_points seen = {}) {
  check_input(policy, lines, tolerances, options.invalid(), seen);

  detail::temporary<std::uint8_t, Policy> own_mask(policy, outputs.keep_mask ? 0 : lines.count);
  std::uint8_t* const mask = outputs.keep_mask ? outputs.keep_mask : own_mask.data();

  simplify_report report;
  report.points = lines.count;
  std::int64_t kept = -1;
  if (options.closed()) {
    const validity<Real, D> valid = validity_by<Real, D>(options);
    const opened_rings<Policy, Real, D> rings(policy, lines, options.invalid() == invalid::ignore, valid);
    detail::temporary<std::uint8_t, Policy> opened(policy, rings.lines().count);
    report.levels = mask_open_series(policy, rings.lines(), options, tolerances, engine, opened.data()).levels;
    rings.close_marks(opened.data(), mask);
  } else {
    const engine_report told = mask_open_series(policy, lines, options, tolerances, engine, mask, {1}, seen);
    if (told.refused)
      check_input(policy, lines, tolerances, options.invalid()); // throws
    report.levels = told.levels;
    kept = told.kept;
  }
  write_outputs(policy, lines, options.closed(), mask, kept, outputs, report);
  return report;
}

} // namespace thrustline::flow
