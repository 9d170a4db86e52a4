// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_runtime_api.h>

#include "cuda/device_attribute.hpp"
#include <thrustline/primitives/detail/cuda_call.hpp>

/// Launches of kernels with dynamic shared memory, one after the other or, nearly, at once.
namespace thrustline::cuda {

/// Lets the next kernel of a sequence get ready, and waits until all that came before is done: see launch_in_turn().
__device__ inline void begin_in_turn() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Lets a kernel have so much dynamic shared memory.
template <class... Parameters>
void allow_shared(void (*kernel)(Parameters...), std::size_t bytes) {
  constexpr std::size_t without_asking = 48 << 10;
  if (bytes > without_asking)
    detail::check_cuda(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
        "cudaFuncSetAttribute");
}

/// Launches a kernel with dynamic shared memory.
template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, void (*kernel)(Parameters...), std::int64_t blocks, int threads, std::size_t shared,
            Arguments... arguments) {
  allow_shared(kernel, shared);
  kernel<<<static_cast<unsigned>(blocks), threads, shared, stream>>>(arguments...);
  detail::check_cuda(cudaGetLastError(), "kernel launch");
}

/// The same for a kernel that calls begin_in_turn() first: where the device can, its blocks are brought up while the
/// kernel before it ends.
template <class... Parameters, class... Arguments>
void launch_in_turn(cudaStream_t stream, void (*kernel)(Parameters...), std::int64_t blocks, int threads,
                    std::size_t shared, Arguments... arguments) {
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
  detail::check_cuda(cudaLaunchKernelEx(&how, kernel, arguments...), "cudaLaunchKernelEx");
}

} // namespace thrustline::cuda
