// SPDX-License-Identifier: MIT
#include <cstdint>

#include <doctest/doctest.h>

#include "layer_bounds.hpp"
#include "real_data.hpp"

using namespace thrustline;
using namespace thrustline::test;

TEST_CASE("tracks that cross get no new crossings") {
  const auto tracks = read<2>(find_file("gps_deliveries.lines.csv"), "tracks that cross");
  if (!tracks)
    return;
  const polylines<double, 2> lines = tracks->view();
  const std::int64_t crossings = count_crossings(executor::cpu(2), lines).crossings;
  CHECK(crossings > 10'000);
  for (topology apart : {topology::within, topology::both}) {
    const mask keep = check_bounds(lines, 20, apart);
    CHECK(kept(keep) < lines.points);
    CHECK(crossings_of(lines, keep) <= crossings);
  }
}
