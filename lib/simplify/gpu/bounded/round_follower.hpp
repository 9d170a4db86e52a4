// SPDX-License-Identifier: MIT
#pragma once

#include "topology/flow/node_splitter.hpp"

namespace thrustline::gpu {

/// Work that engine `bounded` gives to the stream behind the kernels of a round, before it waits for them. The kernels
/// may find that there is another round. Then the work leaves the mask as it is, and follows that round, too.
class round_follower {
public:
  virtual void follow(flow::mask_state const& state) = 0;

protected:
  ~round_follower() = default;
};

} // namespace thrustline::gpu
