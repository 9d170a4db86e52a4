// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

// The CUDA runtime's stream handle, so that no CUDA header is needed here.
typedef struct CUstream_st* cudaStream_t;

namespace thrustline {

namespace detail {
class executor_state;
}

/// Kind of memory that a pointer leads to.
enum class memory { host, device };

/// A source of device memory for the calls of a CUDA executor, such as the caching allocator of another library. Both
/// functions are called on the thread of the call, with the executor's device as the current one, and must not throw.
struct device_allocator {
  /// Returns `bytes` bytes, more than 0, of device memory for work that is put on `stream` from now on, aligned to 256
  /// bytes; null if there is less memory: the call then throws out_of_memory.
  void* (*allocate)(void* context, std::size_t bytes, cudaStream_t stream) = nullptr;

  /// Takes memory back, with the size that was asked for. Work that is on `stream` by now may still use it.
  void (*deallocate)(void* context, void* data, std::size_t bytes, cudaStream_t stream) = nullptr;

  void* context = nullptr; ///< passed to both functions
};

/// Place where calls run: a number of CPU threads, or one stream of one CUDA device.
///
/// An executor is a handle. Its copies share one workspace, which is kept from call to call: a second call of the same
/// size allocates no device memory (of stixels() that estimates roads, the third), unless the caller brings an
/// allocator. One executor serves one call at a time; give each thread its own. A moved-from executor is a copy: moving
/// only copies the handle.
class executor {
public:
  executor(executor const&) = default;
  executor& operator=(executor const&) = default;

  /// CPU cores. threads: the most that a call uses, the calling thread among them; 0 = the least of the cores, the
  /// affinity and the CPU quota of the process, or 1 in a build without oneTBB. Calls share oneTBB's threads with each
  /// other and with the host program, and use fewer where there are fewer. Calls on fewer than 16,384 points or pixels
  /// (for stixels(), 512) use one thread; so do all calls in a child after fork() whose parent had other threads. A
  /// child that was forked while other threads were in calls should leave by _exit(): exit() runs oneTBB's destructor,
  /// which may wait for ever for a lock that one of them held. A thread that has made calls on several threads keeps an
  /// arena of oneTBB as long as it lives; until then tbb::finalize() fails. Throws invalid_argument unless threads is 0
  /// to 1024.
  static executor cpu(int threads = 0);

  /// A CUDA device. All work is in the order of `stream`, which must belong to `device` and outlive the executor: what
  /// runs on other streams begins after what `stream` was given before, and ends before what it is given next.
  ///
  /// Arrays of 4 MiB or more in pageable host memory are copied by up to 8 threads through 16 MiB of pinned memory,
  /// which the process keeps from the first such copy on. The executor keeps one page of pinned memory for the results
  /// that calls wait for. Throws invalid_argument if there is no such device, std::runtime_error if the library was
  /// built without CUDA.
  static executor cuda(int device = 0, cudaStream_t stream = nullptr);

  /// A CUDA device whose calls take their device memory from `allocator`, and give all of it back before they return or
  /// throw; but tables that stixels() prepares stay until the executor goes. What the context leads to must outlive the
  /// executor. A CUDA graph that is captured from a call uses memory that has gone back: the allocator has to keep it
  /// for the graph. Otherwise as cuda() above. A null function: invalid_argument.
  static executor cuda(int device, cudaStream_t stream, device_allocator const& allocator);

  /// cuda(0) if the library was built with CUDA and finds a device, else cpu().
  static executor best();

  /// Whether cuda() would find a device; never throws.
  static bool cuda_available() noexcept;

  bool is_cuda() const noexcept;
  int threads() const noexcept;         ///< CPU threads; 0 on a CUDA device
  int device() const noexcept;          ///< CUDA device; -1 on the CPU
  cudaStream_t stream() const noexcept; ///< the stream of a CUDA executor, else nullptr
  std::string name() const;             ///< "cpu, 8 threads" or "cuda:0, NVIDIA H200"

  /// Blocks until all work of this executor has ended. Does nothing on the CPU. Throws cuda_error.
  void synchronize() const;

  /// Limits the workspace in device memory, in bytes; a call that needs more throws out_of_memory. Default: the
  /// device's own limit. Does nothing on the CPU.
  executor& memory_limit(std::size_t bytes);

  std::size_t workspace_bytes() const noexcept; ///< device memory held now, bytes
  std::size_t workspace_peak() const noexcept;  ///< most device memory in use at once so far, bytes
  std::int64_t allocations() const noexcept;    ///< device allocations since the executor was created, or calls of
                                                ///< device_allocator::allocate that succeeded

  detail::executor_state& state() const noexcept { return *state_; }

private:
  explicit executor(std::shared_ptr<detail::executor_state> state) : state_(std::move(state)) {}
  std::shared_ptr<detail::executor_state> state_;
};

} // namespace thrustline
