// SPDX-License-Identifier: MIT
// Copies between host memory and a device: small ones by the driver, large ones of pageable memory by several threads.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/gpu/host_copies.hpp"
#include "device_array.hpp"
#include "no_device.hpp"
#include "random_numbers.hpp"
#include <thrustline/executor.hpp>

using namespace thrustline;
using namespace thrustline::test;

namespace {

using bytes_of_test = std::vector<std::uint8_t>;

bytes_of_test made_bytes(std::size_t size, std::uint64_t seed) {
  bytes_of_test made(size);
  random_numbers draw(seed);
  for (std::uint8_t& byte : made)
    byte = static_cast<std::uint8_t>(draw.next());
  return made;
}

/// Whether `size` bytes of host memory survive the way to the device and back, and nothing beside them is written.
bool round_trip(std::uint8_t* host, std::size_t size, std::uint64_t seed, cudaStream_t stream) {
  constexpr std::size_t margin = 3; // so that nothing is aligned
  const bytes_of_test made = made_bytes(size + 2 * margin, seed);
  std::memcpy(host, made.data(), made.size());
  const device_array<std::uint8_t> device(static_cast<std::int64_t>(made.size()));
  check_cuda(cudaMemsetAsync(device.data(), 0xaa, made.size(), stream), "cudaMemsetAsync");
  gpu::copy_to_device(device.data() + margin, host + margin, size, stream);
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  const bool input_is_untouched = std::memcmp(host, made.data(), made.size()) == 0;

  std::memset(host, 0x55, made.size());
  gpu::copy_to_host(host + margin, device.data() + margin, size, stream);
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  bytes_of_test expected = made, on_device = made;
  for (std::size_t i = 0; i < margin; ++i) {
    expected[i] = expected[margin + size + i] = 0x55;
    on_device[i] = on_device[margin + size + i] = 0xaa;
  }
  return input_is_untouched && device.host() == on_device && std::memcmp(host, expected.data(), expected.size()) == 0;
}

constexpr std::size_t chunk = std::size_t{1} << 20;

} // namespace

TEST_CASE("host copies of any size are whole, pageable or pinned") {
  if (no_device("copies from and to host memory"))
    return;
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  for (const std::size_t size :
       {std::size_t{1}, chunk, 4 * chunk - 1, 4 * chunk, 4 * chunk + 1, 16 * chunk, 17 * chunk, 100 * chunk + 12345}) {
    CAPTURE(size);
    bytes_of_test pageable(size + 8);
    CHECK(round_trip(pageable.data(), size, 1, stream));
    std::uint8_t* pinned = nullptr;
    check_cuda(cudaMallocHost(reinterpret_cast<void**>(&pinned), size + 8), "cudaMallocHost");
    CHECK(round_trip(pinned, size, 2, stream));
    check_cuda(cudaFreeHost(pinned), "cudaFreeHost");
  }
  check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
}

TEST_CASE("copies of several threads at once do not mix") {
  if (no_device("copies of several threads"))
    return;
  constexpr int threads = 3;
  bool equal[threads] = {};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&equal, t] {
      cudaStream_t stream = nullptr;
      bool all = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess;
      bytes_of_test pageable(20 * chunk + 8);
      for (std::size_t k = 0; k < 5; ++k)
        all = round_trip(pageable.data(), 20 * chunk - k, 10 * k + static_cast<std::size_t>(t), stream) && all;
      equal[t] = cudaStreamDestroy(stream) == cudaSuccess && all;
    });
  for (std::thread& thread : running)
    thread.join();
  for (int t = 0; t < threads; ++t)
    CHECK(equal[t]);
}
