// SPDX-License-Identifier: MIT
// Lines and mask in the memory of a GPU, on the caller's stream: nothing is copied to or from the host in between.
// Compares the mask with the CPU's. Needs a CUDA device.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <thrustline/simplify.hpp>

namespace {

void check(cudaError_t status, const char* call) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(status));
}

/// Array in device memory.
template <class T>
class device_array {
public:
  explicit device_array(std::size_t size) : size_(size) {
    check(cudaMalloc(reinterpret_cast<void**>(&values_), size * sizeof(T)), "cudaMalloc");
  }
  explicit device_array(std::vector<T> const& values) : device_array(values.size()) {
    check(cudaMemcpy(values_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;
  ~device_array() { cudaFree(values_); }

  T* data() const { return values_; }
  std::vector<T> to_host() const {
    std::vector<T> values(size_);
    check(cudaMemcpy(values.data(), values_, size_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }

private:
  T* values_ = nullptr;
  std::size_t size_;
};

/// Two sine waves in one flat array: 1000 points and 9000 points.
constexpr std::int64_t points = 10000, series = 2;
const std::vector<std::int64_t> host_offsets = {0, 1000, points};

std::vector<float> sine_waves() {
  std::vector<float> xy;
  for (int i = 0; i < points; ++i) {
    const float x = 0.01f * static_cast<float>(i);
    xy.insert(xy.end(), {x, std::sin(x)});
  }
  return xy;
}

bool run(cudaStream_t stream) {
  const std::vector<float> host_xy = sine_waves();
  const device_array<float> xy(host_xy);
  const device_array<std::int64_t> offsets(host_offsets);
  const device_array<std::uint8_t> keep(points);
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); // the arrays above were filled on the default stream
  const auto options = thrustline::simplify_options{}.tolerance(0.01);

  // All work goes to the caller's stream; `keep` is ready on return.
  const auto on = thrustline::executor::cuda(0, stream);
  const thrustline::polylines<float, 2> lines(xy.data(), points, offsets.data(), series, thrustline::memory::device);
  const thrustline::simplify_report report = thrustline::simplify(on, lines, options, keep.data());

  std::printf("%lld of %lld points are kept\n", static_cast<long long>(report.kept), static_cast<long long>(points));
  const thrustline::polylines<float, 2> host_lines(host_xy.data(), points, host_offsets.data(), series);
  return keep.to_host() == thrustline::simplify_mask(thrustline::executor::cpu(), host_lines, options);
}

} // namespace

int main() {
  if (!thrustline::executor::cuda_available()) {
    std::printf("SKIPPED: device_memory: no CUDA device\n");
    return 77;
  }
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  const bool same = run(stream);
  check(cudaStreamDestroy(stream), "cudaStreamDestroy");
  return same ? 0 : 1;
}
