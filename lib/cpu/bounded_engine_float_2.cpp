// SPDX-License-Identifier: MIT
#include "cpu/wide_numbers.hpp" // before the metrics

#include "cpu/bounded/keep_outcome.hpp"

template class thrustline::cpu::bounded_engine<float, 2>;
