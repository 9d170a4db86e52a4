// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/point.hpp>

namespace thrustline::flow {

/// A batch of series whose arguments have been checked as far as the host can. offsets: series + 1 values. Both
/// pointers lead to the memory that the policy works on.
template <class Real, int D>
struct batch {
  const point<Real, D>* points = nullptr;
  std::int64_t count = 0;
  const std::int64_t* offsets = nullptr;
  std::int64_t series = 0;
};

} // namespace thrustline::flow
