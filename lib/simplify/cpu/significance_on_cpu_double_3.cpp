// SPDX-License-Identifier: MIT
#include "core/cpu/wide_numbers.hpp" // before the metrics

#include "simplify/cpu/significance_on_cpu.hpp"

template struct thrustline::detail::significance_on_cpu<double, 3>;
