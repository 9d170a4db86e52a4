// SPDX-License-Identifier: MIT
#include "simplify/cpu/bounded/keep_outcome.hpp"

template class thrustline::cpu::bounded_engine<double, 1>;
