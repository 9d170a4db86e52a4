// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include "core/urgency.hpp"
#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {

/// A stream for work beside that of another stream, and the event that puts the two in order. The stream does not wait
/// for CUDA's default stream.
class side_stream {
public:
  explicit side_stream(detail::urgency how) {
    int least = 0, greatest = 0;
    detail::check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), "cudaDeviceGetStreamPriorityRange");
    const int priority = how == detail::urgency::urgent ? greatest : least;
    detail::check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority),
                       "cudaStreamCreateWithPriority");
    const cudaError_t status = cudaEventCreateWithFlags(&event_, cudaEventDisableTiming);
    if (status != cudaSuccess)
      cudaStreamDestroy(stream_);
    detail::check_cuda(status, "cudaEventCreateWithFlags");
  }

  ~side_stream() {
    cudaEventDestroy(event_);
    cudaStreamDestroy(stream_);
  }

  side_stream(side_stream const&) = delete;
  side_stream& operator=(side_stream const&) = delete;

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
