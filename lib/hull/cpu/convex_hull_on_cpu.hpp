// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <thrust/execution_policy.h>

#include "core/flow/batch.hpp"
#include "core/flow/check_offsets.hpp"
#include "hull/convex_hull_backends.hpp"
#include "hull/cpu/hull_of_points.hpp"
#include "hull/nonfinite_point.hpp"

namespace thrustline::cpu {

/// Sets of at least so many points get all threads one after the other; smaller ones are dealt out.
inline constexpr std::int64_t large_set = 1 << 17;

/// The hulls of one batch.
template <class Real>
class hulls_of_sets {
public:
  hulls_of_sets(int threads, flow::batch<Real, 2> const& sets, hull_options const& options)
      : threads_(threads), sets_(sets), options_(options), hulls_(static_cast<std::size_t>(sets.series)) {
    std::vector<std::int64_t> small;
    for (std::int64_t s = 0; s < sets.series; ++s)
      if (sets.offsets[s + 1] - sets.offsets[s] < large_set)
        small.push_back(s);
    const auto count = static_cast<std::int64_t>(small.size());
    constexpr std::int64_t sets_per_task = 64;
    const std::int64_t tasks = (count + sets_per_task - 1) / sets_per_task;
    owned_.resize(static_cast<std::size_t>(tasks + 1));
    in_parallel(threads, tasks, [&](std::int64_t task) {
      for (std::int64_t k = task * sets_per_task; k < std::min((task + 1) * sets_per_task, count); ++k)
        find(small[k], 1, task);
    });
    for (std::int64_t s = 0; s < sets.series; ++s)
      if (sets.offsets[s + 1] - sets.offsets[s] >= large_set)
        find(s, threads_, tasks);
    if (first_nonfinite_ >= 0 && options.invalid() == invalid::reject)
      detail::throw_nonfinite(first_nonfinite_, sets.points[first_nonfinite_]);
  }

  std::int64_t vertices() const {
    std::int64_t total = 0;
    for (place const& hull : hulls_)
      total += hull.count;
    return total;
  }

  std::int64_t examined() const { return examined_; }

  void write(hull_outputs<Real> const& out) const {
    std::int64_t at = 0;
    for (std::int64_t s = 0; s < sets_.series; ++s) {
      place const& hull = hulls_[s];
      if (out.offsets)
        out.offsets[s] = at;
      for (std::int64_t i = 0; i < hull.count; ++i, ++at) {
        const std::int64_t index = owned_[hull.owner][hull.first + i];
        if (out.indices)
          out.indices[at] = index;
        if (out.coordinates)
          for (int k = 0; k < 2; ++k)
            out.coordinates[2 * at + k] = sets_.points[index][k];
      }
    }
    if (out.offsets)
      out.offsets[sets_.series] = at;
  }

private:
  /// Where a hull is: in the list of which task, and there from where on.
  struct place {
    std::int64_t owner = 0;
    std::int64_t first = 0, count = 0;
  };

  void find(std::int64_t s, int threads, std::int64_t owner) {
    const filtered<Real> candidates = candidates_of(threads, sets_.points, sets_.offsets[s], sets_.offsets[s + 1]);
    std::vector<std::int64_t>& out = owned_[owner];
    place& hull = hulls_[s];
    hull.owner = owner;
    hull.first = static_cast<std::int64_t>(out.size());
    hull_of_items(threads, candidates.parts, options_.keep_collinear(), out);
    hull.count = static_cast<std::int64_t>(out.size()) - hull.first;
#pragma omp critical(thrustline_hulls)
    {
      examined_ += candidates.count();
      if (candidates.first_nonfinite >= 0 && (first_nonfinite_ < 0 || candidates.first_nonfinite < first_nonfinite_))
        first_nonfinite_ = candidates.first_nonfinite;
    }
  }

  int threads_;
  flow::batch<Real, 2> sets_;
  hull_options options_;
  std::vector<place> hulls_;
  std::vector<std::vector<std::int64_t>> owned_;
  std::int64_t first_nonfinite_ = -1, examined_ = 0;
};

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real>
hull_report convex_hull_on_cpu<Real>::run(executor_state& on, polylines<Real, 2> const& sets,
                                          hull_options const& options, placement<hull_outputs<Real>> const& place) {
  const std::int64_t whole[2] = {0, sets.points};
  const flow::batch<Real, 2> batch{reinterpret_cast<const point<Real, 2>*>(sets.coordinates), sets.points,
                                   sets.offsets ? sets.offsets : whole, sets.series};
  flow::check_offsets(thrust::seq, batch.offsets, batch.series, batch.count);
  const cpu::hulls_of_sets<Real> hulls(on.threads, batch, options);
  hull_report report;
  report.points = sets.points;
  report.vertices = hulls.vertices();
  report.examined = hulls.examined();
  hulls.write(place(report.vertices));
  return report;
}

} // namespace thrustline::detail
