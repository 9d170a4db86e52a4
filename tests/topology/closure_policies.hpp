// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "planar_layers.hpp"

/// topology_closure(), the reference of the compiled engine, compiled once for all test programs.
namespace thrustline::test {

using mask = std::vector<std::uint8_t>;

/// 1 at the ends of every line, else 0: what topology_closure() begins with.
inline mask ends_of(flat_lines const& lines) {
  mask keep(lines.points.size());
  for (std::int64_t l = 0; l < lines.lines(); ++l)
    if (lines.offsets[l] < lines.offsets[l + 1])
      keep[lines.offsets[l]] = keep[lines.offsets[l + 1] - 1] = 1;
  return keep;
}

/// topology_closure() over one of the host's policies, for points of doubles by metric segment.
struct policy_closure {
  const char* policy;
  topology_counts (*close)(flat_lines const& lines, double tolerance, topology apart, std::uint8_t* keep);
};

std::vector<policy_closure> const& policy_closures();

/// topology_closure() over thrust::cpp::par, for any metric and points of floats and doubles.
template <class Real>
topology_counts reference_closure(polylines<Real, 2> const& lines, simplify_options const& options, std::uint8_t* keep);

} // namespace thrustline::test
