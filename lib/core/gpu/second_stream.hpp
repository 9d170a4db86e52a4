// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {

/// A stream for work beside that of another stream, and the event that puts the two in order. The stream does not wait
/// for CUDA's default stream. It has the highest priority: small kernels in turn do not wait until a large kernel of
/// the other stream has begun all of its blocks.
class second_stream {
public:
  second_stream() {
    int least = 0, greatest = 0;
    detail::check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
    detail::check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, greatest),
                       "cudaStreamCreateWithPriority");
    const cudaError_t status = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming);
    if (status != cudaSuccess)
      cudaStreamDestroy(stream_);
    detail::check_cuda(status, "cudaEventCreateWithFlags");
  }

  ~second_stream() {
    cudaEventDestroy(event_);
    cudaStreamDestroy(stream_);
  }

  second_stream(second_stream const&) = delete;
  second_stream& operator=(second_stream const&) = delete;

  cudaStream_t get() const { return stream_; }

  /// Lets what is given to this stream from now on begin after all that the stream `main` has been given.
  void begin_after(cudaStream_t main) const { put_in_order(main, stream_); }

  /// Lets what is given to the stream `main` from now on begin after all that this stream has been given.
  void end_before(cudaStream_t main) const { put_in_order(stream_, main); }

private:
  void put_in_order(cudaStream_t earlier, cudaStream_t later) const {
    detail::check_cuda(cudaEventRecord(event_, earlier), "cudaEventRecord");
    detail::check_cuda(cudaStreamWaitEvent(later, event_, 0), "cudaStreamWaitEvent");
  }

  cudaStream_t stream_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

} // namespace thrustline::gpu
