// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>
#include <thrust/system/cuda/execution_policy.h>

#include <type_traits>
#include <vector>

#include "device_array.hpp"
#include "logging_allocator.hpp"
#include "no_device.hpp"

/// The execution policies of a CUDA device, each as a class with policy() and with arrays in the policy's memory.
namespace thrustline::test {

/// A device array that is ready for every stream, not only for the default one.
template <class T>
class ready_device_array : public device_array<T> {
public:
  explicit ready_device_array(std::vector<T> const& values) : device_array<T>(values) {
    check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
};

struct on_device_memory {
  template <class T>
  using array = ready_device_array<T>;
};

/// A stream that is not synchronised with the default stream.
class own_stream {
public:
  own_stream() { check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags"); }
  ~own_stream() { cudaStreamDestroy(stream_); }
  own_stream(own_stream const&) = delete;
  own_stream& operator=(own_stream const&) = delete;
  cudaStream_t get() const { return stream_; }

private:
  cudaStream_t stream_ = nullptr;
};

struct device_heap {
  static void* get(std::size_t bytes) {
    void* memory = nullptr;
    check_cuda(cudaMalloc(&memory, bytes), "cudaMalloc");
    return memory;
  }
  static void put(void* memory) { cudaFree(memory); }
};

struct on_cuda : on_device_memory {
  static constexpr const char* name = "cuda";
  auto policy() { return thrust::cuda::par; }
};

struct on_cuda_nosync : on_device_memory {
  static constexpr const char* name = "cuda nosync on a stream";
  own_stream stream;
  auto policy() { return thrust::cuda::par_nosync.on(stream.get()); }
};

/// A policy with an allocator, whose log shows at the end that the storage came from it and went back.
struct on_cuda_allocator : on_device_memory {
  static constexpr const char* name = "cuda with an allocator on a stream";
  own_stream stream;
  allocation_log log;
  logging_allocator<device_heap> allocator{log};
  auto policy() { return thrust::cuda::par(allocator).on(stream.get()); }
};

/// The policy that runs a battery with all of its types. The others run it with one: their code does not depend on the
/// types.
using full_policy = on_cuda_allocator;

template <class On>
constexpr bool is_full_policy = std::is_same_v<On, full_policy>;

#define THRUSTLINE_POLICIES                                                                                            \
  ::thrustline::test::on_cuda, ::thrustline::test::on_cuda_nosync, ::thrustline::test::on_cuda_allocator

} // namespace thrustline::test
