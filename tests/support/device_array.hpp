// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include <thrustline/detail/check_cuda.hpp>

namespace thrustline::test {

using detail::check_cuda;

/// Device memory for a fixed number of values.
template <class T>
class device_array {
public:
  explicit device_array(std::int64_t size) : size_(size) {
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&data_), bytes() ? bytes() : 1), "cudaMalloc");
  }

  explicit device_array(std::vector<T> const& values) : device_array(static_cast<std::int64_t>(values.size())) {
    check_cuda(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  device_array(device_array const&) = delete;
  device_array& operator=(device_array const&) = delete;
  ~device_array() { cudaFree(data_); }

  T* data() const { return data_; }
  std::int64_t size() const { return size_; }
  std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }

  /// A copy on the host; waits for all work of the device.
  std::vector<T> host() const { return host(size_); }

  /// A copy of the first values only.
  std::vector<T> host(std::int64_t count) const {
    std::vector<T> values(static_cast<std::size_t>(count));
    check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check_cuda(cudaMemcpy(values.data(), data_, values.size() * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }

private:
  T* data_ = nullptr;
  std::int64_t size_;
};

} // namespace thrustline::test
