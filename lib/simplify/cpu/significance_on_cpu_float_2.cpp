// SPDX-License-Identifier: MIT
#include "simplify/cpu/significance_on_cpu.hpp"

template struct thrustline::detail::significance_on_cpu<float, 2>;
