// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/batch.hpp"
#include <thrustline/simplify.hpp>

namespace thrustline::detail {

/// Grows the mask of plain Ramer-Douglas-Peucker to the closure that keeps the topology (algorithms/topology.hpp), on
/// CPU cores; CUDA executors use gpu::closure_on_cuda. All arrays are in host memory, all points valid. Defined in
/// cpu/close_topology.hpp.
template <class Real>
topology_counts close_topology(int threads, flow::batch<Real, 2> const& lines, simplify_options const& options,
                               std::uint8_t* mask);

} // namespace thrustline::detail
