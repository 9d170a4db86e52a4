// SPDX-License-Identifier: MIT
#include "core/cpu/wide_numbers.hpp" // before the metrics

#include "simplify/cpu/bounded/keep_outcome.hpp"

template class thrustline::cpu::bounded_engine<float, 1>;
