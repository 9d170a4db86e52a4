// SPDX-License-Identifier: MIT
#include "share_small_calls.hpp"

#include "core/threads.hpp"

void thrustline::test::share_small_calls() { threads::fewest_to_share() = 1024; }
