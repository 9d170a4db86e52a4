// SPDX-License-Identifier: MIT
// Takes the place of core/gpu/ in a build without CUDA.
#include "core/cuda_support.hpp"
#include "core/without_cuda.hpp"

namespace thrustline::detail {

int cuda_device_count() noexcept { return 0; }
std::shared_ptr<executor_state> make_cuda_state(int, cudaStream_t, device_allocator const&) { throw_without_cuda(); }
void synchronize_cuda(executor_state const&) {}
void set_memory_limit(executor_state const&, std::size_t) {}
std::size_t workspace_bytes(executor_state const&) noexcept { return 0; }
std::size_t workspace_peak(executor_state const&) noexcept { return 0; }
std::int64_t workspace_allocations(executor_state const&) noexcept { return 0; }

} // namespace thrustline::detail
