// SPDX-License-Identifier: MIT
#include "vectors_battery.hpp"

TEST_CASE("rdp takes points in Thrust's vectors") { thrustline::test::run_vectors_battery(); }
