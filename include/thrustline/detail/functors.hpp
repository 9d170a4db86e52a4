// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::detail {

template <class T>
struct maximum {
  THRUSTLINE_HD T operator()(T a, T b) const { return a < b ? b : a; }
};

template <class T>
struct plus {
  THRUSTLINE_HD T operator()(T a, T b) const { return a + b; }
};

/// Sets an element of an array to 0.
template <class Iterator>
struct set_to_zero {
  Iterator out;
  template <class Index>
  THRUSTLINE_HD void operator()(Index i) const {
    out[i] = 0;
  }
};

} // namespace thrustline::detail
