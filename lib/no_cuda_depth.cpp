// SPDX-License-Identifier: MIT
// What takes the place of cuda/depth_image_on_cuda.cu in a build without CUDA.
#include <stdexcept>

#include "depth/depth_image_backends.hpp"

namespace thrustline::detail {
namespace {

[[noreturn]] void no_cuda() { throw std::runtime_error("thrustline was built without CUDA"); }

} // namespace

template <class Raw>
void depth_on_cuda::to_disparity(executor_state&, raw_images<Raw> const&, dense_images<float> const&) {
  no_cuda();
}

template void depth_on_cuda::to_disparity(executor_state&, raw_images<std::uint8_t> const&, dense_images<float> const&);
template void depth_on_cuda::to_disparity(executor_state&, raw_images<std::uint16_t> const&,
                                          dense_images<float> const&);

void depth_on_cuda::median_filter(executor_state&, dense_images<const float> const&, int, dense_images<float> const&) {
  no_cuda();
}

void depth_on_cuda::fill_columns(executor_state&, dense_images<const float> const&, dense_images<float> const&) {
  no_cuda();
}

void depth_on_cuda::resample_rows(executor_state&, dense_images<const float> const&, dense_images<float> const&) {
  no_cuda();
}

void depth_on_cuda::reconstruct_columns(executor_state&, column_segments const&, dense_images<float> const&) {
  no_cuda();
}

} // namespace thrustline::detail
