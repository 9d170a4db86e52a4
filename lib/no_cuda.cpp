// SPDX-License-Identifier: MIT
// Takes the place of all gpu/ folders in a build without CUDA.
#include <stdexcept>

#include "columns/segment_columns_backends.hpp"
#include "core/cuda_support.hpp"
#include "depth/depth_image_backends.hpp"
#include "hull/convex_hull_backends.hpp"
#include "simplify/significance_backends.hpp"
#include "simplify/simplify_backends.hpp"
#include "stixels/stixels_backends.hpp"

namespace thrustline::detail {
namespace {

[[noreturn]] void no_cuda() { throw std::runtime_error("thrustline was built without CUDA"); }

} // namespace

int cuda_device_count() noexcept { return 0; }
std::shared_ptr<executor_state> make_cuda_state(int, cudaStream_t) { no_cuda(); }
void synchronize_cuda(executor_state const&) {}
void set_memory_limit(executor_state const&, std::size_t) {}
std::size_t workspace_bytes(executor_state const&) noexcept { return 0; }
std::size_t workspace_peak(executor_state const&) noexcept { return 0; }
std::int64_t workspace_allocations(executor_state const&) noexcept { return 0; }

template <class Real, int D>
simplify_report simplify_on_cuda<Real, D>::simplify(executor_state&, polylines<Real, D> const&, simplify_options const&,
                                                    simplify_outputs<Real, D> const&) {
  no_cuda();
}

template <class Real, int D>
double simplify_on_cuda<Real, D>::max_deviation(executor_state&, polylines<Real, D> const&, simplify_options const&,
                                                const std::uint8_t*) {
  no_cuda();
}

THRUSTLINE_FOR_EACH_POINT_TYPE(template struct simplify_on_cuda)

template <class Real, int D>
simplify_report significance_on_cuda<Real, D>::significance(executor_state&, polylines<Real, D> const&,
                                                            simplify_options const&, Real*, memory) {
  no_cuda();
}

template <class Real, int D>
simplify_to_count_report significance_on_cuda<Real, D>::simplify_to_count(executor_state&, polylines<Real, D> const&,
                                                                          simplify_options const&, std::int64_t,
                                                                          std::uint8_t*) {
  no_cuda();
}

THRUSTLINE_FOR_EACH_POINT_TYPE(template struct significance_on_cuda)

template <class Value>
void columns_on_cuda<Value>::segment(executor_state&, column_images<Value> const&, segment_columns_options const&,
                                     wanted_columns<column_real<Value>> const&) {
  no_cuda();
}

template struct columns_on_cuda<float>;
template struct columns_on_cuda<double>;
template struct columns_on_cuda<std::uint8_t>;
template struct columns_on_cuda<std::uint16_t>;

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

template <class Real>
hull_report convex_hull_on_cuda<Real>::run(executor_state&, polylines<Real, 2> const&, hull_options const&,
                                           placement<hull_outputs<Real>> const&) {
  no_cuda();
}

template struct convex_hull_on_cuda<float>;
template struct convex_hull_on_cuda<double>;

void stixels_on_cuda::find_lines(executor_state&, dense_images<const float> const&, stixel_world::road_search const&,
                                 std::vector<stixel_world::hough_line>*) {
  no_cuda();
}

void stixels_on_cuda::solve(executor_state&, stixel_task const&, column_outputs const&,
                            placement<stixel_array> const&) {
  no_cuda();
}

} // namespace thrustline::detail
