// SPDX-License-Identifier: MIT
#include "device_policies.hpp"

#include "vectors_battery.hpp"

TEST_CASE("points in Thrust's vectors on a device") {
  if (!thrustline::test::no_device("points in Thrust's vectors"))
    thrustline::test::run_vectors_battery();
}
