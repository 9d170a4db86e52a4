// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <cuda_runtime_api.h>

#include "cuda/device_attribute.hpp"
#include <thrustline/primitives/detail/check_cuda.hpp>

/// Kernels one behind the other on a stream, each brought up while the one before it still runs.
namespace thrustline::cuda {

/// Lets the next kernel of a sequence get ready, and waits until all that came before is done: first of all in a kernel
/// that launch_in_turn() launches, and in one before it if that one is to be overtaken this far.
__device__ inline void begin_in_turn() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// So that blocks of the kernel may have so much dynamic shared memory.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  constexpr std::size_t without_asking = 48 << 10;
  if (bytes > without_asking)
    detail::check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
}

/// Launches a kernel that calls begin_in_turn() first: where the device can, its blocks are brought up while the kernel
/// before it ends.
template <class... Parameters, class... Arguments>
void launch_in_turn(cudaStream_t stream, void (*kernel)(Parameters...), std::int64_t blocks, int threads,
                    std::size_t shared, Arguments&&... arguments) {
  allow_shared(kernel, shared);
  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = dim3(static_cast<unsigned>(blocks));
  how.blockDim = dim3(static_cast<unsigned>(threads));
  how.dynamicSmemBytes = shared;
  how.stream = stream;
  how.attrs = &early;
  how.numAttrs = device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9 ? 1 : 0;
  detail::check_cuda(cudaLaunchKernelEx(&how, kernel, std::forward<Arguments>(arguments)...), "cudaLaunchKernelEx");
}

} // namespace thrustline::cuda
