// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "core/executor_state.hpp"
#include "core/gpu/device_scope.hpp"
#include "core/gpu/device_workspace.hpp"
#include "core/gpu/mailbox.hpp"

namespace thrustline::gpu {

namespace policy_detail {

using base = decltype(thrust::cuda::par_nosync(std::declval<detail::workspace_allocator&>()).on(cudaStream_t()));

} // namespace policy_detail

/// The Thrust policy of all GPU backends: an executor's stream, and its workspace as the allocator. Templates over
/// policies are compiled for this one only, and so once.
class device_policy : public policy_detail::base {
public:
  /// Refers to the allocator.
  device_policy(detail::workspace_allocator& allocator, cudaStream_t stream)
      : base(thrust::cuda::par_nosync(allocator).on(stream)), allocator_(&allocator), stream_(stream) {}

  /// The same policy for another stream.
  device_policy on(cudaStream_t stream) const { return {*allocator_, stream}; }

  /// The executor's stream for work of this urgency beside that of the policy's.
  side_stream const& side(detail::urgency how) const { return allocator_->workspace->side_stream(how); }

  /// The value at `source`, once all work before it on the stream is done: detail::read_back() calls this.
  template <class T>
  T read_back(const T* source) const {
    return mailbox(*allocator_->workspace, stream_).read(source);
  }

private:
  using base = policy_detail::base;

  detail::workspace_allocator* allocator_;
  cudaStream_t stream_;
};

/// A call on a GPU executor: makes its device the current one until the call ends.
class device_call {
public:
  explicit device_call(detail::executor_state const& on)
      : scope_(on.device), allocator_{on.workspace.get()}, policy_(allocator_, on.stream),
        mail_(*on.workspace, on.stream) {}
  device_call(device_call const&) = delete; // the policy refers to the allocator
  device_call& operator=(device_call const&) = delete;

  device_policy const& policy() const { return policy_; }
  mailbox const& mail() const { return mail_; }

private:
  detail::device_scope scope_;
  detail::workspace_allocator allocator_;
  device_policy policy_;
  mailbox mail_;
};

} // namespace thrustline::gpu
