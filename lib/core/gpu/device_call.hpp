// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/executor_state.hpp"
#include "core/gpu/device_workspace.hpp"

namespace thrustline::gpu {

/// The Thrust policy of all GPU backends: an executor's stream, and its workspace as the allocator. Templates over
/// policies are compiled for this one only, and so once.
using device_policy =
    decltype(thrust::cuda::par_nosync(std::declval<detail::workspace_allocator&>()).on(cudaStream_t()));

/// A call on a GPU executor: makes its device the current one until the call ends.
class device_call {
public:
  explicit device_call(detail::executor_state const& on)
      : scope_(on.device), allocator_{on.workspace.get()}, policy_(thrust::cuda::par_nosync(allocator_).on(on.stream)) {
  }
  device_call(device_call const&) = delete; // the policy refers to the allocator
  device_call& operator=(device_call const&) = delete;

  device_policy const& policy() const { return policy_; }

private:
  detail::device_scope scope_;
  detail::workspace_allocator allocator_;
  device_policy policy_;
};

} // namespace thrustline::gpu
