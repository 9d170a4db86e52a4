// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace thrustline::cpu {

/// Prefetches n objects.
template <class T>
void prefetch(const T* begin, std::int64_t n) {
  const auto* const bytes = reinterpret_cast<const char*>(begin);
  for (std::size_t k = 0; k < static_cast<std::size_t>(n) * sizeof(T); k += 64)
    __builtin_prefetch(bytes + k);
}

} // namespace thrustline::cpu
