// SPDX-License-Identifier: MIT
// What takes the place of cuda/stixels_on_cuda.cu in a build without CUDA.
#include <stdexcept>

#include "stixels/stixels_backends.hpp"

namespace thrustline::detail {
namespace {

[[noreturn]] void no_cuda() { throw std::runtime_error("thrustline was built without CUDA"); }

} // namespace

void stixels_on_cuda::find_lines(executor_state&, dense_images<const float> const&, stixel_world::road_search const&,
                                 std::vector<stixel_world::hough_line>*) {
  no_cuda();
}

void stixels_on_cuda::solve(executor_state&, stixel_task const&, column_outputs const&,
                            placement<stixel_array> const&) {
  no_cuda();
}

} // namespace thrustline::detail
