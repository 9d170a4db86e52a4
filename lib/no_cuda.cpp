// SPDX-License-Identifier: MIT
// Takes the place of the gpu/ folders except core's in a build without CUDA.
#include "columns/segment_columns_backends.hpp"
#include "core/without_cuda.hpp"
#include "depth/depth_image_backends.hpp"
#include "hull/convex_hull_backends.hpp"
#include "simplify/conversion_backends.hpp"
#include "stixels/stixels_backends.hpp"

namespace thrustline::detail {

template <class Real, int D>
simplify_backend<Real, D> const& simplify_backend<Real, D>::on_cuda() {
  throw_without_cuda();
}

template <class Real, int D>
significance_backend<Real, D> const& significance_backend<Real, D>::on_cuda() {
  throw_without_cuda();
}

template <class Real, int D>
converting_backends<Real, D> const& converting_backends<Real, D>::on_cuda() {
  throw_without_cuda();
}

template <class Real>
ecef_backend<Real> const& ecef_backend<Real>::on_cuda() {
  throw_without_cuda();
}

template <class Value>
columns_backend<Value> const& columns_backend<Value>::on_cuda() {
  throw_without_cuda();
}

template <class Real>
convex_hull_backend<Real> const& convex_hull_backend<Real>::on_cuda() {
  throw_without_cuda();
}

depth_backend const& depth_backend::on_cuda() { throw_without_cuda(); }
road_backend const& road_backend::on_cuda() { throw_without_cuda(); }
stixels_backend const& stixels_backend::on_cuda() { throw_without_cuda(); }

#define THRUSTLINE_WITHOUT_CUDA(...) template __VA_ARGS__ const& __VA_ARGS__::on_cuda();

THRUSTLINE_WITHOUT_CUDA(simplify_backend<float, 1>)
THRUSTLINE_WITHOUT_CUDA(simplify_backend<float, 2>)
THRUSTLINE_WITHOUT_CUDA(simplify_backend<float, 3>)
THRUSTLINE_WITHOUT_CUDA(simplify_backend<double, 1>)
THRUSTLINE_WITHOUT_CUDA(simplify_backend<double, 2>)
THRUSTLINE_WITHOUT_CUDA(simplify_backend<double, 3>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<float, 1>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<float, 2>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<float, 3>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<double, 1>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<double, 2>)
THRUSTLINE_WITHOUT_CUDA(significance_backend<double, 3>)
THRUSTLINE_WITHOUT_CUDA(converting_backends<float, 2>)
THRUSTLINE_WITHOUT_CUDA(converting_backends<float, 3>)
THRUSTLINE_WITHOUT_CUDA(converting_backends<double, 2>)
THRUSTLINE_WITHOUT_CUDA(converting_backends<double, 3>)
THRUSTLINE_WITHOUT_CUDA(ecef_backend<float>)
THRUSTLINE_WITHOUT_CUDA(ecef_backend<double>)
THRUSTLINE_WITHOUT_CUDA(columns_backend<float>)
THRUSTLINE_WITHOUT_CUDA(columns_backend<double>)
THRUSTLINE_WITHOUT_CUDA(columns_backend<std::uint8_t>)
THRUSTLINE_WITHOUT_CUDA(columns_backend<std::uint16_t>)
THRUSTLINE_WITHOUT_CUDA(convex_hull_backend<float>)
THRUSTLINE_WITHOUT_CUDA(convex_hull_backend<double>)

} // namespace thrustline::detail
