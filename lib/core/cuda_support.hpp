// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/executor_state.hpp"

/// The executor's calls to CUDA, defined in core/gpu/executor_cuda.cu, or in no_cuda.cpp for a build without CUDA.
namespace thrustline::detail {

int cuda_device_count() noexcept;

/// Throws invalid_argument if there is no such device, std::runtime_error in a build without CUDA. Without functions in
/// the allocator the executor's memory comes from CUDA.
std::shared_ptr<executor_state> make_cuda_state(int device, cudaStream_t stream, device_allocator const& allocator);

void synchronize_cuda(executor_state const& state);
void set_memory_limit(executor_state const& state, std::size_t bytes);
std::size_t workspace_bytes(executor_state const& state) noexcept;
std::size_t workspace_peak(executor_state const& state) noexcept;
std::int64_t workspace_allocations(executor_state const& state) noexcept;

} // namespace thrustline::detail
