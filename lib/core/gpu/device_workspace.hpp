// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <string>

#include <cuda_runtime_api.h>

#include "core/gpu/device_scope.hpp"
#include "core/gpu/side_stream.hpp"
#include <thrustline/detail/check_cuda.hpp>
#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>

namespace thrustline::detail {

/// Device memory of one executor, a page of pinned host memory, and streams for work beside that of the executor's.
/// Blocks that are given back are kept for the next call; as all work is in the order of one stream, a block may be
/// used again before the work that used it last has ended. Where the caller has brought an allocator, blocks come from
/// it one by one and go back to it at once.
class device_workspace {
public:
  /// allocator: without functions, memory comes from CUDA. stream: the executor's.
  explicit device_workspace(int device, cudaStream_t stream = nullptr, device_allocator const& allocator = {})
      : device_(device), stream_(stream), allocator_(allocator) {}

  /// Frees nothing where no CUDA call works, as in a child of fork(): the memory belongs to the parent process.
  ~device_workspace() {
    const device_switch on_device(device_);
    if (on_device.status() != cudaSuccess) {
      static_cast<void>(urgent_side_.release());
      static_cast<void>(patient_side_.release());
      return;
    }
    release_free_blocks();
    if (host_page_)
      cudaFreeHost(host_page_);
    urgent_side_.reset();
    patient_side_.reset();
  }

  device_workspace(device_workspace const&) = delete;
  device_workspace& operator=(device_workspace const&) = delete;

  void* allocate(std::size_t bytes) {
    bytes = (std::max<std::size_t>(bytes, 1) + granularity - 1) / granularity * granularity;
    auto chosen = oldest_free(bytes);
    if (chosen == free_.end()) {
      std::list<block> fresh(1); // first, so that no memory of the device is lost if the host has none
      void* const data = allocate_block(bytes);
      fresh.front() = {data, bytes, 0, allocations_};
      free_.splice(free_.end(), fresh);
      chosen = std::prev(free_.end());
    }
    chosen->wanted = bytes;
    in_use_ += bytes;
    peak_ = std::max(peak_, in_use_);
    used_.splice(used_.end(), free_, chosen);
    return used_.back().data;
  }

  void deallocate(void* data) noexcept {
    auto found = std::prev(used_.end()); // most often it is one of the last
    while (found->data != data)
      --found;
    in_use_ -= found->wanted;
    if (!has_allocator()) {
      free_.splice(free_.end(), used_, found);
      return;
    }
    release(data, found->bytes);
    used_.erase(found);
  }

  static constexpr std::size_t host_page_bytes = 4096;

  /// Pinned host memory, which kernels can write; zeros at first.
  void* host_page() {
    if (!host_page_) {
      const cudaError_t status = cudaHostAlloc(&host_page_, host_page_bytes, cudaHostAllocMapped);
      if (status == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        throw out_of_memory("cudaHostAlloc", host_page_bytes);
      }
      check_cuda(status, "cudaHostAlloc");
      std::memset(host_page_, 0, host_page_bytes);
    }
    return host_page_;
  }

  /// A stream for work beside that of the executor's, made once.
  gpu::side_stream const& side_stream(urgency how) {
    std::unique_ptr<gpu::side_stream>& stream = how == urgency::urgent ? urgent_side_ : patient_side_;
    if (!stream)
      stream = std::make_unique<gpu::side_stream>(how);
    return *stream;
  }

  void limit(std::size_t bytes) noexcept { limit_ = bytes; }
  std::size_t held() const noexcept { return held_; }
  std::size_t peak() const noexcept { return peak_; }
  std::int64_t allocations() const noexcept { return allocations_; }

private:
  static constexpr std::size_t granularity = 512, least_alignment = 256;

  struct block {
    void* data;
    std::size_t bytes, wanted;
    std::int64_t number; ///< in the order of allocation
  };

  bool has_allocator() const { return allocator_.allocate; }

  /// The free block to use for a request: the oldest of those that are large enough, but at most twice as large. So a
  /// second call of the same size finds the block of the first one at each request, whatever was allocated later.
  std::list<block>::iterator oldest_free(std::size_t bytes) {
    auto oldest = free_.end();
    for (auto b = free_.begin(); b != free_.end(); ++b)
      if (b->bytes >= bytes && b->bytes <= 2 * bytes && (oldest == free_.end() || b->number < oldest->number))
        oldest = b;
    return oldest;
  }

  void* allocate_block(std::size_t bytes) {
    if (held_ + bytes > limit_)
      release_free_blocks();
    if (held_ + bytes > limit_)
      throw out_of_memory("workspace limit of " + std::to_string(limit_) + " bytes", bytes);
    void* const data = has_allocator() ? take_from_allocator(bytes) : take_from_cuda(bytes);
    held_ += bytes;
    ++allocations_;
    return data;
  }

  void* take_from_allocator(std::size_t bytes) {
    void* const data = allocator_.allocate(allocator_.context, bytes, stream_);
    if (!data)
      throw out_of_memory("allocator", bytes);
    if (const auto off = reinterpret_cast<std::uintptr_t>(data) % least_alignment; off != 0) {
      allocator_.deallocate(allocator_.context, data, bytes, stream_);
      throw invalid_argument("allocator", "memory must be aligned to " + std::to_string(least_alignment) +
                                              " bytes, is " + std::to_string(off) + " bytes off");
    }
    return data;
  }

  void* take_from_cuda(std::size_t bytes) {
    void* data = nullptr;
    cudaError_t status = cudaMalloc(&data, bytes);
    if (status == cudaErrorMemoryAllocation && !free_.empty()) {
      cudaGetLastError();
      release_free_blocks();
      status = cudaMalloc(&data, bytes);
    }
    if (status == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      throw out_of_memory("cudaMalloc", bytes);
    }
    check_cuda(status, "cudaMalloc");
    return data;
  }

  void release(void* data, std::size_t bytes) noexcept {
    if (has_allocator()) {
      const device_switch on_device(
          device_); // what a capability has kept is released with the executor, outside of a call
      allocator_.deallocate(allocator_.context, data, bytes, stream_);
    } else {
      cudaFree(data);
    }
    held_ -= bytes;
  }

  void release_free_blocks() noexcept {
    for (block const& b : free_)
      release(b.data, b.bytes);
    free_.clear();
  }

  int device_;
  cudaStream_t stream_;
  device_allocator allocator_;
  std::list<block> free_, used_; ///< a few dozen in all
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
  std::size_t held_ = 0, in_use_ = 0, peak_ = 0;
  std::int64_t allocations_ = 0;
  void* host_page_ = nullptr;
  std::unique_ptr<gpu::side_stream> urgent_side_, patient_side_;
};

/// The workspace as an allocator for Thrust's policies.
struct workspace_allocator {
  using value_type = char;

  device_workspace* workspace;

  char* allocate(std::ptrdiff_t bytes) {
    return static_cast<char*>(workspace->allocate(static_cast<std::size_t>(bytes)));
  }
  void deallocate(char* data, std::size_t) noexcept { workspace->deallocate(data); }
};

} // namespace thrustline::detail
