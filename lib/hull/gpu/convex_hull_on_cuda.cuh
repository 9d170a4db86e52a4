// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "core/flow/batch.hpp"
#include "core/flow/check_offsets.hpp"
#include "core/flow/kept_lists.hpp"
#include "core/flow/tabulated.hpp"
#include "core/gpu/device_arrays.hpp"
#include "core/gpu/device_call.hpp"
#include "hull/convex_hull_backends.hpp"
#include "hull/gpu/hull_of_set.cuh"
#include "hull/nonfinite_point.hpp"
#include <thrustline/detail/set_zeros.hpp>

namespace thrustline::gpu {

struct size_of_set {
  const std::int64_t* offsets;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return offsets[s + 1] - offsets[s]; }
};

/// Number of vertices of set s; 0 behind the last set.
struct count_of_set {
  const std::int64_t* counts;
  std::int64_t sets;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t s) const { return s < sets ? counts[s] : 0; }
};

/// Writes vertex j of all hulls from the rings to the caller's arrays.
template <class Real, class Index>
struct place_vertex {
  const point<Real, 2>* points;
  const std::int64_t *offsets, *hull_offsets;
  std::int64_t sets;
  const Index* rings;
  bool one_ring; ///< whether there is one set only, whose ring begins at rings[0]: no offsets are needed
  std::int64_t* indices;
  point<Real, 2>* coordinates;

  THRUSTLINE_HD void operator()(std::int64_t j) const {
    std::int64_t first = 0, at = j;
    if (!one_ring) {
      const std::int64_t s = flow::count_below(hull_offsets, sets + 1, j + 1) - 1;
      first = offsets[s];
      at = first + j - hull_offsets[s];
    }
    const std::int64_t index = first + static_cast<std::int64_t>(rings[at]);
    if (indices)
      indices[j] = index;
    if (coordinates)
      coordinates[j] = points[index];
  }
};

/// The hulls of all sets of a batch on the device.
template <class Real, class Index>
class hulls_of_batch {
public:
  hulls_of_batch(device_policy const& policy, flow::batch<Real, 2> const& sets, bool keep_collinear)
      : policy_(policy), sets_(sets), keep_collinear_(keep_collinear), counts_(policy, sets.series),
        offsets_(policy, sets.series + 1) {}

  /// Finds all hulls. given: the caller's arrays on the device, which a large single set's hull is written to at once;
  /// null: none are known yet.
  void find(const hull_destination<Real>* given) {
    const std::int64_t largest = sets_.series == 1 ? sets_.count : largest_set();
    only_large_one_ = sets_.series == 1 && largest > in_block_;
    if (only_large_one_)
      find_only_set(given);
    else if (sets_.series > 0)
      find_all(largest);
  }

  /// After find(): throws if a point is not finite.
  void check_finite() const {
    if (first_nonfinite_ != no_index)
      detail::throw_nonfinite(static_cast<std::int64_t>(first_nonfinite_),
                              detail::read_back(policy_, sets_.points + first_nonfinite_));
  }

  /// After find(): the number of vertices of all hulls, for which it waits, and where each hull begins.
  std::int64_t count_vertices() {
    if (vertices_ < 0)
      find_offsets();
    return vertices_;
  }

  std::int64_t examined() const { return examined_; }

  /// Whether the caller's arrays are written already.
  bool placed() const { return placed_; }

  /// After count_vertices(): writes arrays on the device; null for those that are not wanted.
  void write(std::int64_t* indices, Real* coordinates, std::int64_t* offsets) const {
    const std::size_t bytes = static_cast<std::size_t>(sets_.series + 1) * sizeof(std::int64_t);
    const std::int64_t of_only_one[2] = {0, vertices_};
    if (offsets)
      check_cuda(cudaMemcpyAsync(offsets, only_large_one_ ? of_only_one : offsets_.data(), bytes, cudaMemcpyDefault,
                                 stream_of(policy_)),
                 "cudaMemcpyAsync");
    if (indices || coordinates)
      detail::for_each_index(policy_, vertices_,
                             place_vertex<Real, Index>{sets_.points, sets_.offsets, offsets_.data(), sets_.series,
                                                       rings_->data(), only_large_one_, indices,
                                                       reinterpret_cast<point<Real, 2>*>(coordinates)});
  }

private:
  template <class T>
  using array = temporary<T, device_policy>;

  /// Finds the first vertex of each hull from the counts; waits for the number of all.
  void find_offsets() {
    detail::scan<false>(policy_, flow::tabulated(count_of_set{counts_.data(), sets_.series}), sets_.series + 1,
                        offsets_.data(), std::int64_t(0), detail::plus<std::int64_t>{});
    vertices_ = detail::read_back(policy_, offsets_.data() + sets_.series);
  }

  std::int64_t largest_set() const {
    return detail::reduce<std::int64_t>(policy_, flow::tabulated(size_of_set{sets_.offsets}), sets_.series,
                                        std::int64_t(0), detail::maximum<std::int64_t>{});
  }

  /// The ring of a single large set has room for the examined points only.
  void find_only_set(const hull_destination<Real>* given) {
    const auto room_for = [&](std::int64_t most) {
      rings_ = std::make_unique<array<Index>>(policy_, most);
      return rings_->data();
    };
    const set_result found = hull_of_set<Index>(policy_, single_set<Real>{sets_.points, sets_.count, keep_collinear_},
                                                room_for, counts_.data(), given);
    examined_ = found.examined;
    first_nonfinite_ = found.first_nonfinite;
    placed_ = found.placed;
    vertices_ = found.vertices;
  }

  /// Finds the hulls of small sets, by a warp each. Blocks find those that a warp cannot, with two sizes of blocks so
  /// that many fit a multiprocessor. Large sets follow one by one.
  void find_all(std::int64_t largest) {
    if constexpr (std::is_same_v<Index, std::int32_t>) {
      rings_ = std::make_unique<array<Index>>(policy_, sets_.count);
      const array<unsigned long long> nonfinite(policy_, 1);
      check_cuda(cudaMemsetAsync(nonfinite.data(), 0xff, sizeof no_index, stream_of(policy_)), "cudaMemsetAsync");
      const array<std::int32_t> queued(policy_, sets_.series + 1);
      check_cuda(cudaMemsetAsync(queued.data(), 0, sizeof(std::int32_t), stream_of(policy_)), "cudaMemsetAsync");
      const small_sets<Real> sets{sets_.points,
                                  sets_.offsets,
                                  sets_.series,
                                  keep_collinear_,
                                  rings_->data(),
                                  counts_.data(),
                                  {queued.data() + 1, queued.data()}};
      constexpr std::int64_t most_blocks = 1 << 20;
      launch(policy_, hulls_by_warp<Real>, std::min(sets_.series, most_blocks), 32, warp_space<Real>::bytes(), sets,
             std::int64_t{in_block_});
      find_queued<8>(sets, -1, nonfinite.data());
      if (largest > 1024)
        find_queued<32>(sets, 1024, nonfinite.data());
      if (largest > in_block_)
        find_large_ones();
      first_nonfinite_ = std::min(first_nonfinite_, detail::read_back(policy_, nonfinite.data()));
    } else {
      find_large_ones();
    }
    examined_ = sets_.count;
  }

  /// Finds the hulls of queued sets with more than `above` points that a block of `warps` warps can do.
  template <int warps>
  void find_queued(small_sets<Real> const& sets, std::int32_t above, unsigned long long* nonfinite) {
    constexpr std::int64_t blocks_per_multiprocessor = 64 / warps;
    const std::int32_t capacity = std::min(points_of_warp * warps, in_block_);
    const std::int64_t blocks =
        std::min(sets_.series, device_attribute(cudaDevAttrMultiProcessorCount) * blocks_per_multiprocessor);
    launch(policy_, hulls_of_sets<warps, Real>, blocks, 32 * warps,
           hull::team_space<Real, std::int32_t>::bytes(capacity), sets, above, capacity, nonfinite);
  }

  /// Finds the hulls of sets that no block can hold; with 64-bit indices, of all sets.
  void find_large_ones() {
    const std::int64_t above = std::is_same_v<Index, std::int32_t> ? in_block_ : 0;
    if (!rings_)
      rings_ = std::make_unique<array<Index>>(policy_, sets_.count);
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(sets_.series + 1));
    if (above == 0)
      detail::set_zeros(policy_, counts_.data(), sets_.series);
    check_cuda(cudaMemcpyAsync(offsets.data(), sets_.offsets, offsets.size() * sizeof(std::int64_t),
                               cudaMemcpyDeviceToHost, stream_of(policy_)),
               "cudaMemcpyAsync");
    check_cuda(cudaStreamSynchronize(stream_of(policy_)), "cudaStreamSynchronize");
    for (std::int64_t s = 0; s < sets_.series; ++s) {
      const std::int64_t n = offsets[s + 1] - offsets[s];
      if (n <= above)
        continue;
      const set_result found = hull_of_set<Index>(
          policy_, single_set<Real>{sets_.points + offsets[s], n, keep_collinear_},
          [&](std::int64_t) { return rings_->data() + offsets[s]; }, counts_.data() + s);
      if (found.vertices >= 0)
        check_cuda(cudaMemcpyAsync(counts_.data() + s, &found.vertices, sizeof found.vertices, cudaMemcpyHostToDevice,
                                   stream_of(policy_)),
                   "cudaMemcpyAsync");
      if (found.first_nonfinite != no_index)
        first_nonfinite_ =
            std::min(first_nonfinite_, found.first_nonfinite + static_cast<unsigned long long>(offsets[s]));
    }
  }

  device_policy policy_;
  std::int32_t in_block_ = points_of_block<Real, std::int32_t>(); ///< most points of a set that one block can do
  flow::batch<Real, 2> sets_;
  bool keep_collinear_;
  bool only_large_one_ = false, placed_ = false;
  array<std::int64_t> counts_, offsets_; ///< vertices of each set, and of those before it
  std::unique_ptr<array<Index>> rings_;
  unsigned long long first_nonfinite_ = no_index;
  std::int64_t examined_ = 0, vertices_ = -1; ///< vertices_ below 0: offsets_ are not known yet
};

/// The hulls of a checked batch, and where they go.
template <class Index, class Real>
hull_report find_and_place(device_policy const& policy, flow::batch<Real, 2> const& sets, hull_options const& options,
                           detail::placement<hull_outputs<Real>> const& place) {
  hulls_of_batch<Real, Index> hulls(policy, sets, options.keep_collinear());
  if (place.given() && place.given()->where == memory::device) {
    hull_outputs<Real> const& out = *place.given();
    const hull_destination<Real> to{out.indices, reinterpret_cast<point<Real, 2>*>(out.coordinates), out.offsets,
                                    out.capacity < 0 ? sets.count : out.capacity};
    hulls.find(&to);
  } else {
    hulls.find(nullptr);
  }
  if (options.invalid() == invalid::reject)
    hulls.check_finite();

  hull_report report;
  report.points = sets.count;
  report.vertices = hulls.count_vertices();
  report.examined = hulls.examined();
  const hull_outputs<Real> wanted = place(report.vertices);
  if (hulls.placed())
    return report;
  const std::int64_t h = report.vertices, ends = sets.series + 1;
  const device_output<std::int64_t, device_policy> indices(policy, wanted.indices, h, wanted.where);
  const device_output<Real, device_policy> vertices(policy, wanted.coordinates, 2 * h, wanted.where);
  const device_output<std::int64_t, device_policy> hull_offsets(policy, wanted.offsets, ends, wanted.where);
  hulls.write(h > 0 ? indices.data() : nullptr, h > 0 ? vertices.data() : nullptr, hull_offsets.data());
  indices.copy_back(h);
  vertices.copy_back(2 * h);
  hull_offsets.copy_back(ends);
  check_cuda(cudaStreamSynchronize(stream_of(policy)), "cudaStreamSynchronize");
  return report;
}

} // namespace thrustline::gpu

namespace thrustline::detail {

template <class Real>
class convex_hull_on_cuda final : public convex_hull_backend<Real> {
public:
  hull_report run(executor_state& on, polylines<Real, 2> const& given, hull_options const& options,
                  placement<hull_outputs<Real>> const& place) const override {
    const gpu::device_call call(on);
    gpu::device_policy const& policy = call.policy();

    const std::int64_t whole[2] = {0, given.points};
    const gpu::device_input<Real, gpu::device_policy> coordinates(policy, given.coordinates, 2 * given.points,
                                                                  given.where);
    // A set that is too large for a block needs no offsets.
    const bool none_needed = !given.offsets && given.points > gpu::points_of_block<Real, std::int32_t>();
    const gpu::device_input<std::int64_t, gpu::device_policy> offsets(policy,
                                                                      given.offsets ? given.offsets
                                                                      : none_needed ? nullptr
                                                                                    : whole,
                                                                      given.offsets ? given.series + 1 : 2,
                                                                      given.offsets ? given.where : memory::host);
    const flow::batch<Real, 2> sets{reinterpret_cast<const point<Real, 2>*>(coordinates.data()), given.points,
                                    offsets.data(), given.series};
    if (given.offsets)
      flow::check_offsets(policy, sets.offsets, sets.series, sets.count);

    // Positions on both chains must be indices.
    constexpr std::int64_t reach = std::numeric_limits<std::int32_t>::max() / 2 - 1;
    if (given.points <= reach && given.series <= reach)
      return gpu::find_and_place<std::int32_t>(policy, sets, options, place);
    return gpu::find_and_place<std::int64_t>(policy, sets, options, place);
  }
};

template <class Real>
convex_hull_backend<Real> const& convex_hull_backend<Real>::on_cuda() {
  static const convex_hull_on_cuda<Real> backend{};
  return backend;
}

} // namespace thrustline::detail
