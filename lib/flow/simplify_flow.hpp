// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "flow/check_values.hpp"
#include "flow/rings.hpp"
#include "flow/write_outputs.hpp"
#include <thrustline/algorithms/rdp.hpp>

/// The course of a call, the same on every policy: check, open the rings, find the ends, run an engine, write.
namespace thrustline::flow {

template <class Index, class Mark>
struct mark_ends {
  const chord_ends<Index>* ends;
  Mark* marks;
  Mark mark;
  THRUSTLINE_HD void operator()(std::int64_t s) const {
    if (ends[s].first <= ends[s].last) {
      marks[ends[s].first] = mark;
      marks[ends[s].last] = mark;
    }
  }
};

/// The mask of open series, or another mark for each point, which is `mark_of_ends` for their ends. `engine` is called
/// as engine(points, count, ends, series, tolerance, metric, mask) with the mask's zeros and ends set, and returns the
/// number of levels.
template <class Policy, class Real, int D, class Engine, class Mark>
std::int64_t mask_open_series(Policy const& policy, batch<Real, D> const& lines, simplify_options const& options,
                              const double* tolerances, Engine engine, Mark* mask, Mark mark_of_ends = 1) {
  const bool skip = options.invalid() == invalid::ignore;
  const validity<Real, D> valid = validity_by<Real, D>(options);
  const tolerance_of_point<Real> tolerance{static_cast<Real>(options.tolerance()), tolerances, lines.offsets,
                                           lines.series};
  const auto run = [&](auto index) {
    using Index = decltype(index);
    detail::temporary<chord_ends<Index>, Policy> ends(policy, lines.series);
    find_series_ends(policy, lines, skip, valid, ends.data());
    detail::for_each_index(policy, lines.count, detail::set_zero<Mark*, std::int64_t>{mask});
    detail::for_each_index(policy, lines.series, mark_ends<Index, Mark>{ends.data(), mask, mark_of_ends});
    return with_metric(options.metric(), [&](auto metric) {
      return engine(lines.points, static_cast<Index>(lines.count), ends.data(), static_cast<Index>(lines.series),
                    tolerance, skipping<decltype(metric), Real, D>{metric, skip, valid}, mask);
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
  if (options.closed()) {
    const validity<Real, D> valid = validity_by<Real, D>(options);
    const opened_rings<Policy, Real, D> rings(policy, lines, options.invalid() == invalid::ignore, valid);
    detail::temporary<std::uint8_t, Policy> opened(policy, rings.lines().count);
    report.levels = mask_open_series(policy, rings.lines(), options, tolerances, engine, opened.data());
    rings.close_marks(opened.data(), mask);
  } else {
    report.levels = mask_open_series(policy, lines, options, tolerances, engine, mask);
  }
  write_outputs(policy, lines, options.closed(), mask, outputs, report);
  return report;
}

} // namespace thrustline::flow
