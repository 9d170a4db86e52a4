// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/version.h>

// Thrust's own function is deprecated from 3.2 on.
#if THRUST_VERSION >= 300100
#include <cuda/iterator>
#else
#include <thrust/iterator/tabulate_output_iterator.h>
#endif

namespace thrustline::detail {

/// An output iterator that calls write(index, value) for each value.
template <class Write>
auto tabulate_output(Write const& write) {
#if THRUST_VERSION >= 300100
  return cuda::make_tabulate_output_iterator(write);
#else
  return thrust::make_tabulate_output_iterator(write);
#endif
}

} // namespace thrustline::detail
