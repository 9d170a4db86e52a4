// SPDX-License-Identifier: MIT
// What takes the place of cuda/convex_hull_on_cuda_*.cu in a build without CUDA.
#include <stdexcept>

#include "hull/convex_hull_backends.hpp"

namespace thrustline::detail {

template <class Real>
hull_report convex_hull_on_cuda<Real>::run(executor_state&, polylines<Real, 2> const&, hull_options const&,
                                           placement<hull_outputs<Real>> const&) {
  throw std::runtime_error("thrustline was built without CUDA");
}

template struct convex_hull_on_cuda<float>;
template struct convex_hull_on_cuda<double>;

} // namespace thrustline::detail
