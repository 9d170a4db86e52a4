// SPDX-License-Identifier: MIT
#include "cpu/wide_numbers.hpp" // before the metrics

#include "cpu/significance_on_cpu.hpp"

template struct thrustline::detail::significance_on_cpu<float, 2>;
