// SPDX-License-Identifier: MIT
// What takes the place of the folder cuda/ in a build without CUDA.
#include <stdexcept>

#include "columns/segment_columns_backends.hpp"
#include "core/cuda_support.hpp"
#include "simplify/significance_backends.hpp"
#include "simplify/simplify_backends.hpp"

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
                                     wanted_columns<column_real<Value>>) {
  no_cuda();
}

template struct columns_on_cuda<float>;
template struct columns_on_cuda<double>;
template struct columns_on_cuda<std::uint8_t>;
template struct columns_on_cuda<std::uint16_t>;

} // namespace thrustline::detail
