// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include <thrustline/algorithms/topology.hpp>

#include "closure_policies.hpp"
#include "device_policies.hpp"
#include "planar_layers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

struct closed_layer {
  topology_counts counts;
  mask keep;
};

closed_layer close_on_host(flat_lines const& lines, double tolerance, topology scope) {
  closed_layer closed{{}, ends_of(lines)};
  closed.counts = policy_closures().front().close(lines, tolerance, scope, closed.keep.data());
  return closed;
}

template <class On>
closed_layer close_on_device(On& on, flat_lines const& lines, double tolerance, topology scope) {
  const typename On::template array<lattice_point> points(lines.points);
  const typename On::template array<std::int64_t> offsets(lines.offsets);
  const typename On::template array<std::uint8_t> keep(ends_of(lines));
  closed_layer closed;
  closed.counts =
      topology_closure(on.policy(), ragged_batch{points.data(), lines.count(), offsets.data(), lines.lines()},
                       tolerance, scope, keep.data());
  closed.keep = keep.host();
  return closed;
}

} // namespace

TEST_CASE_TEMPLATE("the closure over a policy of a device is that of the host", On, THRUSTLINE_POLICIES) {
  if (no_device("the closure over a device's policy"))
    return;
  On on;
  random_numbers numbers(7);
  std::int64_t forced = 0;
  for (int k = 0; k < 40; ++k) {
    const flat_lines lines(planar_layer(numbers).lines);
    for (topology scope : {topology::within, topology::between, topology::both})
      for (double tolerance : {0.7, 3.0}) {
        CAPTURE(k);
        CAPTURE(tolerance);
        const closed_layer expected = close_on_host(lines, tolerance, scope);
        const closed_layer found = close_on_device(on, lines, tolerance, scope);
        CHECK(found.keep == expected.keep);
        CHECK(found.counts.forced == expected.counts.forced);
        CHECK(found.counts.rounds == expected.counts.rounds);
        forced += found.counts.forced;
      }
  }
  CHECK(forced > 0);
}
