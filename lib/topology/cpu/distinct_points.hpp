// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/flow/batch.hpp"
#include <thrustline/algorithms/detail/topology_steps.hpp>
#include <thrustline/arcs.hpp>

namespace thrustline::cpu {

/// Lines without the points that repeat the one before; of a line of equal points alone both ends stay.
template <class Real>
class distinct_points {
public:
  explicit distinct_points(flow::batch<Real, 2> const& given) : given_(given), lines_(given) {
    for (std::int64_t l = 0; l < given.series; ++l) {
      const std::int64_t first = given.offsets[l], last = given.offsets[l + 1] - 1;
      std::int64_t repeats = 0;
      for (std::int64_t i = first + 1; i <= last; ++i)
        if (thrustline::detail::same_place(given.points[i - 1], given.points[i])) {
          repeats_.push_back(i);
          ++repeats;
        }
      if (repeats > 0 && repeats == last - first)
        repeats_.pop_back();
    }
    if (!repeats_.empty())
      copy_others();
  }

  distinct_points(distinct_points const&) = delete; // lines() refers to its arrays
  distinct_points& operator=(distinct_points const&) = delete;

  flow::batch<Real, 2> const& lines() const { return lines_; }

  /// Makes arcs of lines() those of the lines that were given.
  void restore(line_arcs<Real>& arcs) {
    std::size_t before = 0;                 // repeats before the point in hand
    for (arc_use& use : arcs.uses.values) { // in order of their first points
      while (before < repeats_.size() && repeats_[before] <= use.first + static_cast<std::int64_t>(before))
        ++before;
      use.first += static_cast<std::int64_t>(before);
    }
    arcs.points = given_.count;
    arcs.repeats = std::move(repeats_);
  }

private:
  void copy_others() {
    points_.reserve(static_cast<std::size_t>(given_.count));
    offsets_.assign(1, 0);
    auto next = repeats_.begin();
    for (std::int64_t l = 0; l < given_.series; ++l) {
      for (std::int64_t i = given_.offsets[l]; i < given_.offsets[l + 1]; ++i)
        if (next != repeats_.end() && *next == i)
          ++next;
        else
          points_.push_back(given_.points[i]);
      offsets_.push_back(static_cast<std::int64_t>(points_.size()));
    }
    lines_ = {points_.data(), offsets_.back(), offsets_.data(), given_.series};
  }

  flow::batch<Real, 2> given_, lines_;
  std::vector<std::int64_t> repeats_;
  std::vector<point<Real, 2>> points_;
  std::vector<std::int64_t> offsets_;
};

} // namespace thrustline::cpu
