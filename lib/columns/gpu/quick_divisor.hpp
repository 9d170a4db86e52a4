// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::gpu {

/// Divides numbers below 2^31 by one that the host knows, by a multiplication.
class quick_divisor {
public:
  /// With factor = (2^(31 + bits) + e) / divisor, 0 < e <= divisor <= 2^bits, the quotient of n is too large by less
  /// than n e / (2^(31 + bits) divisor) < 1 / divisor.
  explicit quick_divisor(std::uint32_t divisor) : divisor_(divisor) {
    int bits = 1;
    while (std::uint64_t(1) << bits < divisor)
      ++bits;
    shift_ = 31 + bits;
    factor_ = (std::uint64_t(1) << shift_) / divisor + 1;
  }

  THRUSTLINE_HD std::uint32_t divisor() const { return divisor_; }
  THRUSTLINE_HD std::uint32_t quotient(std::uint32_t n) const {
    return static_cast<std::uint32_t>(n * factor_ >> shift_);
  }

private:
  std::uint32_t divisor_;
  int shift_;
  std::uint64_t factor_; ///< at most 33 bits
};

} // namespace thrustline::gpu
