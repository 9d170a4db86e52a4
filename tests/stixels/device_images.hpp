// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include <thrustline/stixels.hpp>

#include "device_array.hpp"
#include "found_stixels.hpp"

namespace thrustline::test {

/// Number of multiprocessors of the current device.
inline std::int64_t multiprocessors() {
  int device = 0, count = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
  return count;
}

/// Images in device memory, with room for their stixels of any width.
class device_images {
public:
  device_images(dense_images<const float> const& images, stereo_camera const& camera)
      : images_(images), camera_(camera),
        disparity_(std::vector<float>(images.values, images.values + images.pixels())),
        offsets_(images.columns * images.frames + 1), stixels_(images.pixels()),
        costs_(images.columns * images.frames) {
    images_.values = disparity_.data();
    images_.where = memory::device;
  }

  /// Replaces the images by others of the same sizes.
  void put(dense_images<const float> const& images) {
    check_cuda(cudaMemcpy(disparity_.data(), images.values, disparity_.bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }

  void find_stixels(executor const& on, stixel_options const& options) {
    series_ = images_.columns / options.width() * images_.frames;
    stixels(on, images_, camera_, options,
            {offsets_.data(), stixels_.data(), stixels_.size(), costs_.data(), memory::device});
  }

  /// Overwrites the results.
  void forget() {
    check_cuda(cudaMemset(offsets_.data(), 255, offsets_.bytes()), "cudaMemset");
    check_cuda(cudaMemset(stixels_.data(), 255, stixels_.bytes()), "cudaMemset");
    check_cuda(cudaMemset(costs_.data(), 255, costs_.bytes()), "cudaMemset");
  }

  /// Results; waits for all work of the device.
  found_stixels found() const {
    found_stixels all;
    all.columns.offsets = offsets_.host(series_ + 1);
    REQUIRE(all.columns.offsets.back() >= 0);
    REQUIRE(all.columns.offsets.back() <= stixels_.size());
    all.columns.values = stixels_.host(all.columns.offsets.back());
    all.costs = costs_.host(series_);
    return all;
  }

private:
  dense_images<const float> images_;
  stereo_camera camera_;
  device_array<float> disparity_;
  device_array<std::int64_t> offsets_;
  device_array<stixel> stixels_;
  device_array<double> costs_;
  std::int64_t series_ = 0;
};

} // namespace thrustline::test
