// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda/barrier>
#include <cuda/ptx>

namespace thrustline::gpu {

/// Signals the warps of a block that what one or some of them write, a chunk of rows or a stripe of a table, is ready.
/// In shared memory.
class ready_barrier {
public:
  /// Begins use, by one thread, before a barrier of all threads that use it. `warps` warps signal.
  __device__ void start(int warps = 1) { init(&barrier_, 32 * warps); }

  /// Signals, by all threads of the warp.
  __device__ void signal() { static_cast<void>(barrier_.arrive()); }

  /// Waits until all have signalled for the 1st, 3rd, ... time if `phase` is 0, for the 2nd, 4th, ... time if it is 1.
  __device__ void wait(unsigned phase) {
#if __CUDA_ARCH__ >= 900
    // Polls without the growing pauses of cuda::barrier.
    while (!::cuda::ptx::mbarrier_try_wait_parity(::cuda::device::barrier_native_handle(barrier_), phase)) {
    }
#else
    barrier_.wait_parity(phase != 0);
#endif
  }

private:
  ::cuda::barrier<::cuda::thread_scope_block> barrier_;
};

} // namespace thrustline::gpu
