// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include <thrust/system/cuda/execution_policy.h>

#include "convex_hull_backends.hpp"
#include "cuda/device_arrays.hpp"
#include "cuda/device_workspace.hpp"
#include "cuda/hull_of_set.cuh"
#include "flow/check_values.hpp"
#include "flow/kept_lists.hpp"

namespace thrustline::cuda {

struct size_of_set {
  const std::int64_t* offsets;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return offsets[s + 1] - offsets[s]; }
};

struct larger {
  THRUSTLINE_HD std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? b : a; }
};

/// Vertices of set s, 0 for the one behind the last.
struct count_of_set {
  const std::int64_t* counts;
  std::int64_t sets;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return s < sets ? counts[s] : 0; }
};

/// Vertex j of all hulls, from the rings to the caller's arrays.
template <class Real, class Index>
struct place_vertex {
  const point<Real, 2>* points;
  const std::int64_t *offsets, *hull_offsets;
  std::int64_t sets;
  const Index* rings;
  bool one_ring; ///< of the only set, from rings[0] on
  std::int64_t* indices;
  point<Real, 2>* coordinates;

  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t s = one_ring ? 0 : flow::count_below(hull_offsets, sets + 1, j + 1) - 1;
    const std::int64_t first = offsets[s];
    const std::int64_t index = first + static_cast<std::int64_t>(rings[(one_ring ? 0 : first) + j - hull_offsets[s]]);
    if (indices)
      indices[j] = index;
    if (coordinates)
      coordinates[j] = points[index];
  }
};

template <class Policy, class Real>
[[noreturn]] void throw_nonfinite(Policy const& policy, const point<Real, 2>* points, unsigned long long i) {
  const point<Real, 2> p = detail::read_back(policy, points + i);
  const int k = std::isfinite(p[0]) ? 1 : 0;
  throw invalid_argument("coordinates", "point " + std::to_string(i) + " has coordinate " + std::to_string(k) + " = " +
                                            detail::to_text(p[k]) + ", not a finite number");
}

/// The hulls of all sets of a batch on the device.
template <class Policy, class Real, class Index>
class hulls_of_batch {
public:
  hulls_of_batch(Policy const& policy, flow::batch<Real, 2> const& sets, hull_options const& options)
      : policy_(policy), sets_(sets), options_(options), counts_(policy, sets.series),
        offsets_(policy, sets.series + 1) {
    const std::int64_t largest = sets.series == 1 ? sets.count : largest_set();
    if (sets.series == 1 && largest > in_block_)
      find_only_set();
    else if (sets.series > 0)
      find_all(largest);
    if (first_nonfinite_ != no_index && !options.skip_nonfinite())
      throw_nonfinite(policy, sets.points, first_nonfinite_);
    auto counts = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0),
                                                  count_of_set{counts_.data(), sets.series});
    detail::scan<false>(policy, counts, sets.series + 1, offsets_.data(), std::int64_t(0),
                        detail::plus<std::int64_t>{});
    vertices_ = detail::read_back(policy, offsets_.data() + sets.series);
  }

  std::int64_t vertices() const { return vertices_; }
  std::int64_t examined() const { return examined_; }

  /// To arrays on the device.
  void write(std::int64_t* indices, Real* coordinates, std::int64_t* offsets) const {
    const std::size_t bytes = static_cast<std::size_t>(sets_.series + 1) * sizeof(std::int64_t);
    if (offsets)
      check_cuda(cudaMemcpyAsync(offsets, offsets_.data(), bytes, cudaMemcpyDeviceToDevice, stream_of(policy_)),
                 "cudaMemcpyAsync");
    if (indices || coordinates)
      detail::for_each_index(policy_, vertices_,
                             place_vertex<Real, Index>{sets_.points, sets_.offsets, offsets_.data(), sets_.series,
                                                       rings_->data(), sets_.series == 1, indices,
                                                       reinterpret_cast<point<Real, 2>*>(coordinates)});
  }

private:
  using ring_array = temporary<Index, Policy>;

  std::int64_t largest_set() const {
    auto sizes =
        thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), size_of_set{sets_.offsets});
    return detail::reduce<std::int64_t>(policy_, sizes, sets_.series, std::int64_t(0), larger{});
  }

  /// A hull from a single large set takes no room for more vertices than are examined.
  void find_only_set() {
    const auto room_for = [&](std::int64_t most) {
      rings_ = std::make_unique<ring_array>(policy_, most);
      return rings_->data();
    };
    examined_ = hull_of_set<Index>(policy_, sets_.points, sets_.count, options_.keep_collinear(), first_nonfinite_,
                                   room_for, counts_.data());
    if (!rings_)
      rings_ = std::make_unique<ring_array>(policy_, 1);
  }

  /// Small sets a block each, in classes of size so that many blocks fit a multiprocessor; large ones one by one.
  void find_all(std::int64_t largest) {
    if constexpr (std::is_same_v<Index, std::int32_t>) {
      rings_ = std::make_unique<ring_array>(policy_, sets_.count);
      const temporary<unsigned long long, Policy> nonfinite(policy_, 1);
      check_cuda(cudaMemsetAsync(nonfinite.data(), 0xff, sizeof no_index, stream_of(policy_)), "cudaMemsetAsync");
      std::int32_t above = -1;
      for (std::int32_t capacity : {64, 256, 1024, 4096}) {
        capacity = std::min(capacity, in_block_);
        constexpr std::int64_t most_blocks = 1 << 20;
        launch(policy_, hulls_of_sets<Real>, std::min(sets_.series, most_blocks), std::clamp(capacity / 4, 32, 1024),
               hull::team_space<Real, std::int32_t>::bytes(capacity), sets_.points, sets_.offsets, sets_.series, above,
               capacity, options_.keep_collinear(), rings_->data(), counts_.data(), nonfinite.data());
        above = capacity;
        if (largest <= capacity || capacity == in_block_)
          break;
      }
      if (largest > in_block_)
        find_large_ones();
      first_nonfinite_ = std::min(first_nonfinite_, detail::read_back(policy_, nonfinite.data()));
      examined_ = sets_.count;
    } else {
      find_large_ones();
    }
  }

  /// The sets that no block can hold; with 64-bit indices all sets.
  void find_large_ones() {
    const std::int64_t above = std::is_same_v<Index, std::int32_t> ? in_block_ : 0;
    if (!rings_)
      rings_ = std::make_unique<ring_array>(policy_, sets_.count);
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(sets_.series + 1));
    check_cuda(
        cudaMemsetAsync(counts_.data(), 0, above > 0 ? 0 : sets_.series * sizeof(std::int64_t), stream_of(policy_)),
        "cudaMemsetAsync");
    check_cuda(cudaMemcpyAsync(offsets.data(), sets_.offsets, offsets.size() * sizeof(std::int64_t),
                               cudaMemcpyDeviceToHost, stream_of(policy_)),
               "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(stream_of(policy_)), "cudaStreamSynchronize");
    for (std::int64_t s = 0; s < sets_.series; ++s) {
      const std::int64_t n = offsets[s + 1] - offsets[s];
      if (n <= above)
        continue;
      unsigned long long nonfinite = no_index;
      hull_of_set<Index>(
          policy_, sets_.points + offsets[s], n, options_.keep_collinear(), nonfinite,
          [&](std::int64_t) { return rings_->data() + offsets[s]; }, counts_.data() + s);
      if (nonfinite != no_index)
        first_nonfinite_ = std::min(first_nonfinite_, nonfinite + static_cast<unsigned long long>(offsets[s]));
    }
  }

  Policy policy_;
  std::int32_t in_block_ = points_of_block<Real, std::int32_t>(); ///< points of a set that one block can do
  flow::batch<Real, 2> sets_;
  hull_options options_;
  temporary<std::int64_t, Policy> counts_, offsets_; ///< vertices of each set, and of those before it
  std::unique_ptr<ring_array> rings_;
  unsigned long long first_nonfinite_ = no_index;
  std::int64_t examined_ = 0, vertices_ = 0;
};

} // namespace thrustline::cuda

namespace thrustline::detail {

template <class Real>
hull_report convex_hull_on_cuda<Real>::run(executor_state& on, polylines<Real, 2> const& given,
                                           hull_options const& options, hull_placer<Real> const& place) {
  const device_scope scope(on.device);
  workspace_allocator allocator{on.workspace.get()};
  const auto policy = thrust::cuda::par_nosync(allocator).on(on.stream);
  using Policy = std::remove_const_t<decltype(policy)>;

  const std::int64_t whole[2] = {0, given.points};
  const cuda::device_input<Real, Policy> coordinates(policy, given.coordinates, 2 * given.points, given.where);
  const cuda::device_input<std::int64_t, Policy> offsets(policy, given.offsets ? given.offsets : whole,
                                                         given.offsets ? given.series + 1 : 2,
                                                         given.offsets ? given.where : memory::host);
  const flow::batch<Real, 2> sets{reinterpret_cast<const point<Real, 2>*>(coordinates.data()), given.points,
                                  offsets.data(), given.series};
  if (given.offsets)
    flow::check_offsets(policy, sets);

  const auto run = [&](auto index) {
    const cuda::hulls_of_batch<Policy, Real, decltype(index)> hulls(policy, sets, options);
    hull_report report;
    report.points = given.points;
    report.vertices = hulls.vertices();
    report.examined = hulls.examined();
    const hull_outputs<Real> wanted = place(report.vertices);
    const std::int64_t h = report.vertices, ends = given.series + 1;
    const cuda::device_output<std::int64_t, Policy> indices(policy, wanted.indices, h, wanted.where);
    const cuda::device_output<Real, Policy> vertices(policy, wanted.coordinates, 2 * h, wanted.where);
    const cuda::device_output<std::int64_t, Policy> hull_offsets(policy, wanted.offsets, ends, wanted.where);
    hulls.write(h > 0 ? indices.data() : nullptr, h > 0 ? vertices.data() : nullptr, hull_offsets.data());
    indices.bring_back(h);
    vertices.bring_back(2 * h);
    hull_offsets.bring_back(ends);
    check_cuda(cudaStreamSynchronize(on.stream), "cudaStreamSynchronize");
    return report;
  };
  // Positions on both chains must be indices.
  constexpr std::int64_t reach = std::numeric_limits<std::int32_t>::max() / 2 - 1;
  return given.points <= reach && given.series <= reach ? run(std::int32_t()) : run(std::int64_t());
}

} // namespace thrustline::detail
