// SPDX-License-Identifier: MIT
//
// RDP as one step of a Thrust pipeline: a track in degrees lies on the GPU; it is mapped to metres, simplified to 25 m
// and compacted without leaving the device, on the caller's stream and in the caller's memory.
#include "thrust_pipeline.hpp"

#include <stdexcept>

#include <cuda_runtime_api.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/system/cuda/execution_policy.h>

#include <thrustline/algorithms/rdp.hpp>

namespace {

void check(cudaError_t status) {
  if (status != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(status));
}

/// The caller's allocator; here it takes from the stream's pool and counts.
struct pool {
  using value_type = char;
  cudaStream_t stream;
  int allocations = 0;

  char* allocate(std::ptrdiff_t bytes) {
    void* memory = nullptr;
    check(cudaMallocAsync(&memory, static_cast<std::size_t>(bytes), stream));
    ++allocations;
    return static_cast<char*>(memory);
  }
  void deallocate(char* memory, std::size_t) { cudaFreeAsync(memory, stream); }
};

bool run(cudaStream_t stream) {
  const double tolerance = 25;
  const std::vector<lon_lat> host_track = drive(1000000);
  const thrust::device_vector<lon_lat> track = host_track;
  thrust::device_vector<std::uint8_t> keep(track.size());
  thrust::device_vector<lon_lat> line(track.size());
  check(cudaDeviceSynchronize()); // the vectors above were filled on the default stream

  // The policy says where everything runs: this stream, with temporary storage from this pool.
  pool memory{stream};
  const auto on = thrust::cuda::par_nosync(memory).on(stream);

  // Metres are computed where they are read and never stored.
  const auto metres = thrust::make_transform_iterator(track.begin(), to_metres(host_track.front()));
  const std::int64_t levels = thrustline::rdp(on, metres, metres + static_cast<std::ptrdiff_t>(track.size()), tolerance,
                                              keep.begin(), thrustline::segment_distance{});
  const auto end = thrust::copy_if(on, track.begin(), track.end(), keep.begin(), line.begin(), is_kept{});

  check(cudaStreamSynchronize(stream));
  line.resize(static_cast<std::size_t>(end - line.begin()));
  std::printf("%d levels, %d allocations from the caller's pool\n", static_cast<int>(levels), memory.allocations);
  std::vector<lon_lat> kept(line.size());
  thrust::copy(line.begin(), line.end(), kept.begin());
  return report("GPU", host_track, kept, tolerance);
}

} // namespace

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("SKIPPED: thrust_pipeline: no CUDA device\n");
    return 77;
  }
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const bool right = run(stream);
  check(cudaStreamDestroy(stream));
  return right ? 0 : 1;
}
