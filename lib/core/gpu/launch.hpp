// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <cuda_runtime_api.h>

#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {

/// The number of blocks for `items`, of which each block takes `of_block`.
inline unsigned blocks_for(std::int64_t items, std::int64_t of_block) {
  return static_cast<unsigned>((items + of_block - 1) / of_block);
}

/// Throws if the launch of the kernel, the last one of this thread, failed.
inline void check_launch(const char* kernel) { detail::check_cuda(cudaGetLastError(), kernel); }

} // namespace thrustline::gpu
