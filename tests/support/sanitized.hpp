// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::test {

/// Whether AddressSanitizer checks every access, which takes so long that tests use less data.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

} // namespace thrustline::test
