// SPDX-License-Identifier: MIT
#include "closure_policies.hpp"

#include <thrustline/algorithms/topology.hpp>

#include "host_policies.hpp"

namespace thrustline::test {
namespace {

template <class On>
topology_counts close(flat_lines const& lines, double tolerance, topology apart, std::uint8_t* keep) {
  On on;
  return topology_closure(on.policy(),
                          ragged_batch{lines.points.data(), lines.count(), lines.offsets.data(), lines.lines()},
                          tolerance, apart, keep);
}

template <class... On>
std::vector<policy_closure> list_closures() {
  return {{On::name, close<On>}...};
}

} // namespace

std::vector<policy_closure> const& policy_closures() {
  static const std::vector<policy_closure> all = list_closures<THRUSTLINE_POLICIES>();
  return all;
}

} // namespace thrustline::test
