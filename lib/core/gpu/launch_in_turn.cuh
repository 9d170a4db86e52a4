// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include <cuda_runtime_api.h>

#include "core/gpu/device_attribute.hpp"
#include <thrustline/detail/check_cuda.hpp>

/// Programmatic dependent launches: kernels in turn on a stream, each of which is set up while the one before it runs.
namespace thrustline::gpu {

/// Lets the next kernel of a sequence begin as soon as all blocks of this one have called this.
__device__ inline void let_next_begin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Waits until all kernels before this one are done. A kernel that launch_in_turn() has not launched has waited
/// already.
__device__ inline void wait_for_turn() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

/// Calls let_next_begin() and wait_for_turn(): the first statement of a kernel that is set up early, or that another
/// such kernel follows.
__device__ inline void begin_in_turn() {
  let_next_begin();
  wait_for_turn();
}

/// Whether the code of the kernel for this device waits for its turn: a newer device may run PTX made for older ones,
/// whose wait_for_turn() is empty.
template <class... Parameters>
bool waits_for_turn(void (*kernel)(Parameters...)) {
  thread_local std::map<std::pair<int, const void*>, bool> known;
  const auto [at, is_new] = known.try_emplace({current_device(), reinterpret_cast<const void*>(kernel)}, false);
  if (is_new) {
    cudaFuncAttributes code;
    detail::check_cuda(cudaFuncGetAttributes(&code, kernel), "cudaFuncGetAttributes");
    at->second = code.ptxVersion >= 90;
  }
  return at->second;
}

/// A stream, and the percentage of a multiprocessor's memory that is shared memory. Kernels run on a multiprocessor at
/// the same time only if they agree on this.
struct in_turn {
  cudaStream_t stream;
  int shared_percent;

  in_turn(cudaStream_t stream, int shared_percent = cudaSharedmemCarveoutDefault)
      : stream(stream), shared_percent(shared_percent) {}
};

/// Launches a kernel that calls wait_for_turn(). Where the device can, its blocks are set up while the kernel before it
/// ends, or as soon as that kernel lets the next begin. Every thread of such a kernel calls wait_for_turn() before it
/// ends, even as its last statement. Otherwise the next kernel does not wait for the kernel before this one.
template <class... Parameters, class... Arguments>
void launch_in_turn(in_turn const& when, void (*kernel)(Parameters...), std::int64_t blocks, int threads,
                    std::size_t shared, Arguments&&... arguments) {
  allow_shared(kernel, shared);
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributePreferredSharedMemoryCarveout;
  attributes[0].val.sharedMemCarveout = static_cast<unsigned>(when.shared_percent);
  attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[1].val.programmaticStreamSerializationAllowed = 1;
  const int first = when.shared_percent == cudaSharedmemCarveoutDefault ? 1 : 0;
  const int end = waits_for_turn(kernel) ? 2 : 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(static_cast<unsigned>(blocks));
  how.blockDim = dim3(static_cast<unsigned>(threads));
  how.dynamicSmemBytes = shared;
  how.stream = when.stream;
  how.attrs = attributes + first;
  how.numAttrs = static_cast<unsigned>(end - first);
  detail::check_cuda(cudaLaunchKernelEx(&how, kernel, std::forward<Arguments>(arguments)...), "cudaLaunchKernelEx");
}

} // namespace thrustline::gpu
