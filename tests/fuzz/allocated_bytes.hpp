// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace thrustline::fuzz {

/// Bytes that this process has allocated so far; freed ones count, too.
std::int64_t allocated_bytes();

/// Bytes that a reader may allocate in total for an input. Its vectors double as they grow, and the smallest value
/// takes two bytes of text.
struct allocation_limit {
  std::int64_t fixed = 1 << 16;
  std::int64_t per_byte = 256;

  std::int64_t of(std::size_t size) const { return fixed + per_byte * static_cast<std::int64_t>(size); }
};

} // namespace thrustline::fuzz
