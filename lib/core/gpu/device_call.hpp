// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/executor_state.hpp"
#include "core/gpu/device_workspace.hpp"

namespace thrustline::gpu {

/// Makes the policy for a stream and an allocator.
inline auto make_device_policy(detail::workspace_allocator& allocator, cudaStream_t stream) {
  return thrust::cuda::par_nosync(allocator).on(stream);
}

/// The Thrust policy of all GPU backends: an executor's stream, and its workspace as the allocator. Templates over
/// policies are compiled for this one only, and so once. It is named by the function, as nvcc 13 writes host code that
/// does not compile where a template argument is an alias of such an expression.
using device_policy = std::invoke_result_t<decltype(make_device_policy)&, detail::workspace_allocator&, cudaStream_t>;

/// A call on a GPU executor: makes its device the current one until the call ends.
class device_call {
public:
  explicit device_call(detail::executor_state const& on)
      : scope_(on.device), allocator_{on.workspace.get()}, policy_(make_device_policy(allocator_, on.stream)) {}
  device_call(device_call const&) = delete; // the policy refers to the allocator
  device_call& operator=(device_call const&) = delete;

  device_policy const& policy() const { return policy_; }

private:
  detail::device_scope scope_;
  detail::workspace_allocator allocator_;
  device_policy policy_;
};

} // namespace thrustline::gpu
