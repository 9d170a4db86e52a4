// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>

namespace thrustline::fuzz {

/// Ends the process if a promise is broken; libFuzzer then keeps the input.
inline void require(bool kept, const char* promise) {
  if (kept)
    return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

} // namespace thrustline::fuzz
