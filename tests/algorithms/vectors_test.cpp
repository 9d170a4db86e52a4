// SPDX-License-Identifier: MIT
#include "vectors_battery.hpp"

TEST_CASE("points in Thrust's vectors") { thrustline::test::run_vectors_battery(); }
