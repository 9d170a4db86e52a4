// SPDX-License-Identifier: MIT
#include "simplify/cpu/bounded/keep_outcome.hpp"

template class thrustline::cpu::bounded_engine<float, 2>;
