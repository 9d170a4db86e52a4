// SPDX-License-Identifier: MIT
#include "closure_policies.hpp"

#include <thrust/system/cpp/execution_policy.h>

#include <thrustline/algorithms/topology.hpp>

namespace thrustline::test {

template <class Real>
topology_counts reference_closure(polylines<Real, 2> const& lines, simplify_options const& options,
                                  std::uint8_t* keep) {
  const ragged_batch of{reinterpret_cast<const point<Real, 2>*>(lines.coordinates), lines.points, lines.offsets,
                        lines.series};
  const auto close = [&](auto metric) {
    return topology_closure(thrust::cpp::par, of, options.tolerance(), options.topology(), keep, metric);
  };
  switch (options.metric()) {
  case metric::vertical:
    return close(vertical_distance{});
  case metric::line:
    return close(line_distance{});
  default:
    return close(segment_distance{});
  }
}

template topology_counts reference_closure(polylines<float, 2> const&, simplify_options const&, std::uint8_t*);
template topology_counts reference_closure(polylines<double, 2> const&, simplify_options const&, std::uint8_t*);

} // namespace thrustline::test
