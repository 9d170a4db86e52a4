// SPDX-License-Identifier: MIT
#pragma once

namespace thrustline::detail {

/// Whose blocks a device begins first, if work on several streams waits for room.
enum class urgency {
  patient, ///< those of other streams, unless their kernels were launched later with no higher priority
  urgent   ///< those of this stream: small kernels in turn do not wait until a large one has begun all of its blocks
};

} // namespace thrustline::detail
