// SPDX-License-Identifier: MIT
#pragma once

#include "made_case.hpp"
#include "random_numbers.hpp"

namespace thrustline::differential {

enum class outcome {
  exact, ///< equal to the plain recursion in integers
  real,  ///< equal to the plain recursion in extended precision
  unsure ///< roundings decide: all engines agree
};

/// Makes the calls of a case: simplify() by every engine, other outputs, significance, a number of points and a share
/// of them, the deviation. Throws std::runtime_error that says what differs from the expectation.
template <class Real, int D>
outcome check_case(test::random_numbers& numbers, made_case<Real, D> const& made);

} // namespace thrustline::differential
