// SPDX-License-Identifier: MIT
#include <memory>
#include <string>

#include <cuda_runtime_api.h>

#include "core/cuda_support.hpp"
#include "core/gpu/device_scope.hpp"
#include "core/gpu/device_workspace.hpp"
#include <thrustline/error.hpp>

namespace thrustline::detail {

int cuda_device_count() noexcept {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError(); // no driver or no device is an answer here, not an error
    return 0;
  }
  return count;
}

std::shared_ptr<executor_state> make_cuda_state(int device, cudaStream_t stream, device_allocator const& allocator) {
  const int count = cuda_device_count();
  if (device < 0 || device >= count)
    throw invalid_argument("device",
                           std::to_string(device) + ", but there are " + std::to_string(count) + " CUDA devices");
  cudaDeviceProp properties;
  check_cuda(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  return std::make_shared<executor_state>(device, stream, properties.name,
                                          std::make_shared<device_workspace>(device, stream, allocator));
}

void synchronize_cuda(executor_state const& state) {
  const device_scope scope(state.device);
  check_cuda(cudaStreamSynchronize(state.stream), "cudaStreamSynchronize");
}

void set_memory_limit(executor_state const& state, std::size_t bytes) { state.workspace->limit(bytes); }
std::size_t workspace_bytes(executor_state const& state) noexcept { return state.workspace->held(); }
std::size_t workspace_peak(executor_state const& state) noexcept { return state.workspace->peak(); }
std::int64_t workspace_allocations(executor_state const& state) noexcept { return state.workspace->allocations(); }

} // namespace thrustline::detail
