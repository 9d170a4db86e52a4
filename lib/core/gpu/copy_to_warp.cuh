// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/warp.cuh"

namespace thrustline::gpu {

/// Asynchronous copies into shared memory for one warp: the copy engine makes them while the warp does something else.
/// Code for devices without such an engine copies at once; a newer device may run that code, too.
class copy_to_warp {
public:
  /// Called by all lanes. `barrier`: the warp's barrier, in shared memory.
  __device__ copy_to_warp(std::uint64_t* barrier, int lane)
      : barrier_(static_cast<unsigned>(__cvta_generic_to_shared(barrier))) {
#if __CUDA_ARCH__ >= 900
    if (lane == 0)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\n\t"
                   "fence.proxy.async.shared::cta;" ::"r"(barrier_)
                   : "memory");
#endif
  }

  /// Begins a copy. Called by all lanes, once they no longer need what was there; if they wrote there themselves, they
  /// have called copies_may_follow() since. Addresses and `bytes` are multiples of 16.
  __device__ void begin(const void* from, void* to, int bytes, int lane) const {
#if __CUDA_ARCH__ >= 900
    if (lane == 0)
      asm volatile(
          "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n\t"
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%3], %1, [%0];" ::"r"(barrier_),
          "r"(bytes), "r"(static_cast<unsigned>(__cvta_generic_to_shared(to))), "l"(__cvta_generic_to_global(from))
          : "memory");
    __syncwarp(); // no lane waits before the barrier is made
#else
    for (int k = lane; k < bytes / 16; k += 32)
      static_cast<uint4*>(to)[k] = static_cast<const uint4*>(from)[k];
#endif
  }

  /// Begins without a copy, so that wait() returns at once.
  __device__ void begin_none(int lane) const {
#if __CUDA_ARCH__ >= 900
    if (lane == 0)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier_) : "memory");
    __syncwarp();
#endif
  }

  /// Allows copies to where the lanes have written themselves. Called by all lanes.
  __device__ void copies_may_follow() const {
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  }

  /// Waits for the copy that was begun.
  __device__ void wait() {
#if __CUDA_ARCH__ >= 900
    unsigned copied;
    do // a vote, so that the compiler sees no divergence
      asm volatile("{\n\t"
                   ".reg .pred copied;\n\t"
                   "mbarrier.try_wait.parity.shared::cta.b64 copied, [%1], %2;\n\t"
                   "selp.b32 %0, 1, 0, copied;\n\t"
                   "}"
                   : "=r"(copied)
                   : "r"(barrier_), "r"(phase_)
                   : "memory");
    while (!__all_sync(full_warp, copied));
    phase_ ^= 1;
#else
    __syncwarp();
#endif
  }

private:
  unsigned barrier_, phase_ = 0;
};

} // namespace thrustline::gpu
