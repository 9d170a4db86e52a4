// SPDX-License-Identifier: MIT
#include "hull/cpu/convex_hull_on_cpu.hpp"

template struct thrustline::detail::convex_hull_on_cpu<double>;
