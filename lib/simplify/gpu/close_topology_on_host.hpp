// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/gpu/device_call.hpp"
#include "core/gpu/host_copies.hpp"
#include "core/threads.hpp"
#include "simplify/close_topology.hpp"
#include "simplify/flow/prepared.hpp"

namespace thrustline::gpu {

/// detail::close_topology() for arrays in device memory: copies them to the host and the mask back.
template <class Real>
topology_counts close_topology_on_host(device_policy const& policy, flow::call_input<Real, 2> const& input,
                                       std::uint8_t* mask) {
  flow::batch<Real, 2> const& lines = input.lines;
  const cudaStream_t stream = detail::stream_of(policy);
  const auto copy = [&](const auto* from, std::int64_t n, auto& to) {
    to.resize(static_cast<std::size_t>(n));
    if (n > 0)
      copy_to_host(to.data(), from, to.size() * sizeof to[0], stream);
  };
  std::vector<point<Real, 2>> points;
  std::vector<std::int64_t> offsets;
  std::vector<std::uint8_t> keep;
  copy(lines.points, lines.count, points);
  copy(lines.offsets, lines.series + 1, offsets);
  copy(mask, lines.count, keep);
  detail::check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  const topology_counts counts = detail::close_topology<Real>(
      threads::call_threads(threads::default_count(), lines.count),
      {points.data(), lines.count, offsets.data(), lines.series}, input.options, keep.data());
  if (counts.forced > 0)
    copy_to_device(mask, keep.data(), keep.size(), stream);
  return counts;
}

} // namespace thrustline::gpu
