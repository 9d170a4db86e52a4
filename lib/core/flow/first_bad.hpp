// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/tabulated.hpp"
#include <thrustline/detail/reduce.hpp>

/// Checks that must read an array, wherever it is.
namespace thrustline::flow {

template <class T>
struct minimum {
  THRUSTLINE_HD T operator()(T a, T b) const { return b < a ? b : a; }
};

template <class Bad>
struct index_if_bad {
  Bad bad;
  std::int64_t none;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t i) const { return bad(i) ? i : none; }
};

/// The lowest index in [0, n) for which bad(i) holds, else n. One pass, and one wait for it.
template <class Policy, class Bad>
std::int64_t first_bad(Policy const& policy, std::int64_t n, Bad bad) {
  return detail::reduce<std::int64_t>(policy, tabulated(index_if_bad<Bad>{bad, n}), n, n, minimum<std::int64_t>{});
}

} // namespace thrustline::flow
