// SPDX-License-Identifier: MIT
#include "core/gpu/host_copies.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>

#include "core/gpu/device_scope.hpp"
#include "core/threads.hpp"
#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::gpu {
namespace {

using detail::check_cuda;

// Measured on an H200 whose link carries 55 GB/s: 2 threads copy at 15, 4 at 30, 8 at 47. Chunks of 256 KiB take twice
// as long, of 2 MiB 6 % less.
constexpr int most_threads = 8, chunks_each = 2;
constexpr std::size_t chunk_bytes = std::size_t{1} << 20, least_bytes = 4 * chunk_bytes;

/// Records when the stream is done with a chunk of pinned memory. The destructor waits for it, because the next copy
/// reuses the chunk.
class chunk_event {
public:
  chunk_event() { check_cuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags"); }
  chunk_event(chunk_event const&) = delete;
  chunk_event& operator=(chunk_event const&) = delete;
  ~chunk_event() {
    cudaEventSynchronize(event_);
    cudaEventDestroy(event_);
  }

  void record(cudaStream_t stream) { check_cuda(cudaEventRecord(event_, stream), "cudaEventRecord"); }
  void wait() const { check_cuda(cudaEventSynchronize(event_), "cudaEventSynchronize"); }

private:
  cudaEvent_t event_ = nullptr;
};

/// The chunks of one thread, used in turns.
class pinned_chunks {
public:
  explicit pinned_chunks(char* memory) : memory_(memory) {}

  char* operator[](std::size_t turn) const { return memory_ + turn % chunks_each * chunk_bytes; }
  void record(std::size_t turn, cudaStream_t stream) { done_[turn % chunks_each].record(stream); }
  void wait(std::size_t turn) const { done_[turn % chunks_each].wait(); }

private:
  char* memory_;
  chunk_event done_[chunks_each];
};

/// A copy that several threads make together: each takes the next chunk.
struct shared_copy {
  char* to;
  const char* from;
  std::size_t bytes;
  cudaStream_t stream;
  std::atomic<std::size_t> next{0};

  void send_to_device(pinned_chunks& chunks) {
    std::size_t turn = 0;
    for (std::size_t at; (at = next.fetch_add(chunk_bytes)) < bytes; ++turn) {
      const std::size_t size = std::min(chunk_bytes, bytes - at);
      chunks.wait(turn);
      std::memcpy(chunks[turn], from + at, size);
      check_cuda(cudaMemcpyAsync(to + at, chunks[turn], size, cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync");
      chunks.record(turn, stream);
    }
  }

  /// The next chunk is under way while the thread copies the one before.
  void bring_to_host(pinned_chunks& chunks) {
    std::size_t before = bytes, turn = 0;
    for (std::size_t at; (at = next.fetch_add(chunk_bytes)) < bytes; before = at, ++turn) {
      check_cuda(
          cudaMemcpyAsync(chunks[turn], from + at, std::min(chunk_bytes, bytes - at), cudaMemcpyDeviceToHost, stream),
          "cudaMemcpyAsync");
      chunks.record(turn, stream);
      if (turn > 0)
        empty_chunk(before, turn - 1, chunks);
    }
    if (turn > 0)
      empty_chunk(before, turn - 1, chunks);
  }

private:
  void empty_chunk(std::size_t at, std::size_t turn, pinned_chunks const& chunks) const {
    chunks.wait(turn);
    std::memcpy(to + at, chunks[turn], std::min(chunk_bytes, bytes - at));
  }
};

bool is_of(const void* memory, cudaMemoryType type) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) == cudaSuccess)
    return attributes.type == type;
  cudaGetLastError(); // an unknown pointer is no error of the caller
  return false;
}

/// The chunks of all threads. The process has one such memory, as pinning takes milliseconds, for one copy at a time.
/// It is never freed: when the process ends, the driver may end first.
class pinned_memory {
public:
  static pinned_memory& of_process() {
    static auto* const memory = new pinned_memory;
    return *memory;
  }

  /// Calls one(chunks) on several threads; false if the memory is in use or cannot be had.
  template <class F>
  bool for_threads(F one) {
    const std::unique_lock<std::mutex> mine(mutex_, std::try_to_lock);
    if (!mine || threads_ == 1 || !pin())
      return false;
    int device = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    threads::call_together(threads_, [&](std::int64_t thread) {
      const detail::device_scope scope(device);
      pinned_chunks chunks(memory_ + static_cast<std::size_t>(thread) * chunks_each * chunk_bytes);
      one(chunks);
    });
    return true;
  }

private:
  bool pin() {
    if (!is_of(memory_, cudaMemoryTypeHost)) // at first, and when the device was reset
      memory_ = nullptr;
    if (!memory_ && cudaHostAlloc(reinterpret_cast<void**>(&memory_), most_threads * chunks_each * chunk_bytes,
                                  cudaHostAllocPortable) != cudaSuccess) {
      cudaGetLastError(); // the driver copies without it
      memory_ = nullptr;
    }
    return memory_;
  }

  const int threads_ = std::min(threads::default_count(), most_threads);
  std::mutex mutex_;
  char* memory_ = nullptr;
};

/// Whether several threads make a copy: not on a stream handle that means another stream in each thread.
bool is_for_many(const void* host, std::size_t bytes, cudaStream_t stream) {
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
  if (stream == nullptr)
    return false;
#endif
  return bytes >= least_bytes && stream != cudaStreamPerThread && is_of(host, cudaMemoryTypeUnregistered);
}

} // namespace

void copy_to_device(void* device, const void* host, std::size_t bytes, cudaStream_t stream) {
  shared_copy copy{static_cast<char*>(device), static_cast<const char*>(host), bytes, stream};
  if (!is_for_many(host, bytes, stream) ||
      !pinned_memory::of_process().for_threads([&](pinned_chunks& chunks) { copy.send_to_device(chunks); }))
    check_cuda(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream), "cudaMemcpyAsync");
}

void copy_to_host(void* host, const void* device, std::size_t bytes, cudaStream_t stream) {
  shared_copy copy{static_cast<char*>(host), static_cast<const char*>(device), bytes, stream};
  if (!is_for_many(host, bytes, stream) ||
      !pinned_memory::of_process().for_threads([&](pinned_chunks& chunks) { copy.bring_to_host(chunks); }))
    check_cuda(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream), "cudaMemcpyAsync");
}

} // namespace thrustline::gpu
