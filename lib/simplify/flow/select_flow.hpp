// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/check_offsets.hpp"
#include "simplify/flow/write_outputs.hpp"

/// Pipeline of a call of select(), the same on every policy.
namespace thrustline::flow {

struct copy_flag {
  const std::uint8_t* from;
  std::uint8_t* to;
  THRUSTLINE_HD void operator()(std::int64_t i) const { to[i] = from[i] != 0 ? 1 : 0; }
};

/// Copies a mask, with 1 for all values but 0.
template <class Policy>
void copy_mask(Policy const& policy, const std::uint8_t* from, std::int64_t n, std::uint8_t* to) {
  detail::for_each_index(policy, n, copy_flag{from, to});
}

/// Writes the wanted forms of the points that the mask keeps. All arrays are in the policy's memory.
template <class Policy, class Real, int D>
simplify_report select_on(Policy const& policy, call_input<Real, D> const& input, const std::uint8_t* mask,
                          detail::wanted_results<Real> const& wanted) {
  batch<Real, D> const& lines = input.lines;
  check_offsets(policy, lines.offsets, lines.series, lines.count);
  simplify_report report;
  report.points = lines.count;
  const bool mask_alone = !wants_lists(wanted);
  detail::temporary<std::uint8_t, Policy> own_mask(policy, mask_alone && !wanted.keep_mask ? lines.count : 0);
  if (std::uint8_t* const copy = wanted.keep_mask ? wanted.keep_mask : own_mask.data()) {
    copy_mask(policy, mask, lines.count, copy);
    mask = copy;
  }
  write_outputs(policy, input, mask, {}, wanted, report);
  return report;
}

} // namespace thrustline::flow
