// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrust/execution_policy.h>

#include "core/flow/batch.hpp"
#include "core/flow/check_offsets.hpp"
#include "core/threads.hpp"
#include "hull/convex_hull_backends.hpp"
#include "hull/cpu/hull_of_points.hpp"
#include "hull/nonfinite_point.hpp"

namespace thrustline::cpu {

/// All threads work together on each set of this many points or more; smaller sets are dealt out to them.
inline constexpr std::int64_t large_set = 1 << 17;

/// What one task finds.
struct hull_list {
  std::vector<std::int64_t> vertices; ///< indices of points, one hull after the other
  std::int64_t examined = 0;
  std::int64_t first_nonfinite = -1; ///< -1: all points are finite
};

/// The hulls of a batch.
struct hulls_of_sets {
  /// Where the hull of a set is: in which list, and there from where on.
  struct hull_span {
    std::int64_t list = 0, first = 0, count = 0;
  };

  std::vector<hull_list> lists;
  std::vector<hull_span> hulls;

  std::int64_t vertices() const {
    std::int64_t total = 0;
    for (hull_span const& hull : hulls)
      total += hull.count;
    return total;
  }

  std::int64_t examined() const {
    std::int64_t total = 0;
    for (hull_list const& list : lists)
      total += list.examined;
    return total;
  }

  /// -1: all points are finite.
  std::int64_t first_nonfinite() const {
    std::int64_t first = -1;
    for (hull_list const& list : lists)
      if (list.first_nonfinite >= 0 && (first < 0 || list.first_nonfinite < first))
        first = list.first_nonfinite;
    return first;
  }
};

/// Appends the hull of set s to a list.
template <class Real>
void find_hull(int threads, flow::batch<Real, 2> const& sets, std::int64_t s, bool keep_collinear, hull_list& list) {
  const filtered<Real> candidates = candidates_of(threads, sets.points, sets.offsets[s], sets.offsets[s + 1]);
  hull_of_items(threads, candidates.parts, keep_collinear, list.vertices);
  list.examined += candidates.count();
  if (candidates.first_nonfinite >= 0 && list.first_nonfinite < 0) // the sets of a list come in order
    list.first_nonfinite = candidates.first_nonfinite;
}

/// The hulls of all sets, non-finite points left out.
template <class Real>
hulls_of_sets find_hulls(int threads, flow::batch<Real, 2> const& sets, bool keep_collinear) {
  const auto is_large = [&](std::int64_t s) { return sets.offsets[s + 1] - sets.offsets[s] >= large_set; };
  std::vector<std::int64_t> small;
  for (std::int64_t s = 0; s < sets.series; ++s)
    if (!is_large(s))
      small.push_back(s);
  const auto count = static_cast<std::int64_t>(small.size());
  constexpr std::int64_t sets_per_task = 64;
  const std::int64_t tasks = (count + sets_per_task - 1) / sets_per_task;

  hulls_of_sets found;
  found.hulls.resize(static_cast<std::size_t>(sets.series));
  found.lists.resize(static_cast<std::size_t>(tasks + 1));
  const auto find = [&](std::int64_t s, int threads_for_it, std::int64_t list) {
    hull_list& to = found.lists[list];
    const auto before = static_cast<std::int64_t>(to.vertices.size());
    find_hull(threads_for_it, sets, s, keep_collinear, to);
    found.hulls[s] = {list, before, static_cast<std::int64_t>(to.vertices.size()) - before};
  };
  threads::parallel_for(threads, tasks, [&](std::int64_t task) {
    for (std::int64_t k = task * sets_per_task; k < std::min((task + 1) * sets_per_task, count); ++k)
      find(small[k], 1, task);
  });
  for (std::int64_t s = 0; s < sets.series; ++s)
    if (is_large(s))
      find(s, threads, tasks);
  return found;
}

template <class Real>
void write_hulls(hulls_of_sets const& found, flow::batch<Real, 2> const& sets, hull_outputs<Real> const& out) {
  std::int64_t at = 0;
  for (std::int64_t s = 0; s < sets.series; ++s) {
    hulls_of_sets::hull_span const& hull = found.hulls[s];
    if (out.offsets)
      out.offsets[s] = at;
    for (std::int64_t i = 0; i < hull.count; ++i, ++at) {
      const std::int64_t index = found.lists[hull.list].vertices[hull.first + i];
      if (out.indices)
        out.indices[at] = index;
      if (out.coordinates)
        for (int k = 0; k < 2; ++k)
          out.coordinates[2 * at + k] = sets.points[index][k];
    }
  }
  if (out.offsets)
    out.offsets[sets.series] = at;
}

} // namespace thrustline::cpu

namespace thrustline::detail {

template <class Real>
class convex_hull_on_cpu final : public convex_hull_backend<Real> {
public:
  hull_report run(executor_state& on, polylines<Real, 2> const& sets, hull_options const& options,
                  placement<hull_outputs<Real>> const& place) const override {
    const std::int64_t whole[2] = {0, sets.points};
    const flow::batch<Real, 2> batch{reinterpret_cast<const point<Real, 2>*>(sets.coordinates), sets.points,
                                     sets.offsets ? sets.offsets : whole, sets.series};
    flow::check_offsets(thrust::seq, batch.offsets, batch.series, batch.count);
    const cpu::hulls_of_sets hulls =
        cpu::find_hulls(threads::call_threads(on.threads, sets.points), batch, options.keep_collinear());
    if (const std::int64_t i = hulls.first_nonfinite(); i >= 0 && options.invalid() == invalid::reject)
      throw_nonfinite(i, batch.points[i]);
    hull_report report;
    report.points = sets.points;
    report.vertices = hulls.vertices();
    report.examined = hulls.examined();
    cpu::write_hulls(hulls, batch, place(report.vertices));
    return report;
  }
};

template <class Real>
convex_hull_backend<Real> const& convex_hull_backend<Real>::on_cpu() {
  static const convex_hull_on_cpu<Real> backend{};
  return backend;
}

} // namespace thrustline::detail
