// SPDX-License-Identifier: MIT
#include "simplify/cpu/simplify_on_cpu.hpp"

template struct thrustline::detail::simplify_on_cpu<float, 3>;
