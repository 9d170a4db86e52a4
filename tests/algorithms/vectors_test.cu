// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "vectors_battery.hpp"

TEST_CASE("rdp takes points in Thrust's vectors on a device") {
  if (!thrustline::test::no_device("rdp takes points in Thrust's vectors"))
    thrustline::test::run_vectors_battery();
}
