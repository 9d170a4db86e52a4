// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/tabulated.hpp"
#include "simplify/flow/ring_line.hpp"
#include "simplify/flow/ring_starts.hpp"
#include "simplify/flow/rings.hpp"
#include <thrustline/detail/scan.hpp>

/// Rings that keep too few points, as a batch of their own with two more points pinned each.
namespace thrustline::flow {

/// Points of the chosen series, and 0 behind the last one.
struct chosen_size {
  const std::int64_t* offsets;
  const std::int64_t* chosen;
  std::int64_t count;
  THRUSTLINE_HD std::int64_t operator()(std::int64_t k) const {
    return k < count ? offsets[chosen[k] + 1] - offsets[chosen[k]] : 0;
  }
};

/// Writes the count + 1 offsets of the chosen series. Returns the number of their points, for which it waits.
template <class Policy>
std::int64_t locate_chosen(Policy const& policy, const std::int64_t* offsets, const std::int64_t* chosen,
                           std::int64_t count, std::int64_t* chosen_offsets) {
  detail::scan<false>(policy, tabulated(chosen_size{offsets, chosen, count}), count + 1, chosen_offsets,
                      std::int64_t(0), detail::plus<std::int64_t>{});
  return detail::read_back(policy, chosen_offsets + count);
}

struct origin_of_chosen {
  const std::int64_t* offsets;
  const std::int64_t* chosen;
  const std::int64_t* chosen_offsets;
  const std::int64_t* keys;
  std::int64_t* origins;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t k = keys[j];
    origins[j] = offsets[chosen[k]] + (j - chosen_offsets[k]);
  }
};

/// Writes key and origin of each of `points` points of the chosen series.
template <class Policy>
void find_origins_of_chosen(Policy const& policy, origin_of_chosen const& write, std::int64_t count,
                            std::int64_t points, std::int64_t* keys) {
  find_series_of_points(policy, write.chosen_offsets, count, points, keys);
  detail::for_each_index(policy, points, write);
}

struct gather_tolerance {
  const double* tolerances;
  const std::int64_t* chosen;
  double* out;
  THRUSTLINE_HD void operator()(std::int64_t k) const { out[k] = tolerances[chosen[k]]; }
};

struct pin_point {
  const std::int64_t* points;
  std::uint8_t* pins;
  THRUSTLINE_HD void operator()(std::int64_t k) const { pins[points[k]] = 1; }
};

/// Pins the `count` points.
template <class Policy>
void pin_points(Policy const& policy, const std::int64_t* points, std::int64_t count, std::uint8_t* pins) {
  detail::for_each_index(policy, count, pin_point{points, pins});
}

/// Gathers one tolerance for each of `count` chosen series.
template <class Policy>
void gather_tolerances(Policy const& policy, gather_tolerance const& gather, std::int64_t count) {
  detail::for_each_index(policy, count, gather);
}

/// Writes the ranks of points by a line of their ring with the sign changed, so that the least is that of the farthest
/// point. The line leads to far[k], or is the start alone where `far` is null.
template <class Real, int D>
struct write_nearness {
  const point<Real, D>* points;
  skipping<segment_distance, Real, D> distance;
  const std::int64_t* keys;
  const std::int64_t* offsets;
  const std::int64_t* far;
  Real* nearness;
  THRUSTLINE_HD void operator()(std::int64_t j) const {
    const std::int64_t k = keys[j], first = offsets[k], last = offsets[k + 1] - 1, to = far ? far[k] : first;
    nearness[j] = -ring_line<Real, D>(points, distance, first, last, to).rank(j);
  }
};

/// The rings chosen[0 .. count) of an opened batch. Two inner points of each are pinned: the one farthest from the
/// start, and the one farthest from the line between the two. A ring that has fewer gets its ends pinned.
template <class Policy, class Real, int D>
class small_rings {
public:
  small_rings(Policy const& policy, call_input<Real, D> const& opened, const std::int64_t* chosen, std::int64_t count)
      : policy_(policy), count_(count), offsets_(policy, count + 1),
        points_count_(locate_chosen(policy, opened.lines.offsets, chosen, count, offsets_.data())),
        origins_(policy, points_count_), points_(policy, points_count_), pins_(policy, points_count_),
        tolerances_(policy, opened.tolerances ? count : 0) {
    detail::temporary<std::int64_t, Policy> keys(policy, points_count_);
    find_origins_of_chosen(
        policy, origin_of_chosen{opened.lines.offsets, chosen, offsets_.data(), keys.data(), origins_.data()}, count,
        points_count_, keys.data());
    detail::for_each_index(policy, points_count_,
                           gather_origin<Real, D>{opened.lines.points, origins_.data(), points_.data()});
    if (opened.tolerances)
      gather_tolerances(policy, gather_tolerance{opened.tolerances, chosen, tolerances_.data()}, count);
    if (opened.pins)
      gather_flags(policy, opened.pins, origins_.data(), points_count_, std::uint8_t(0), pins_.data());
    else
      detail::set_zeros(policy, pins_.data(), points_count_);
    pin_farthest(keys.data(), opened.options);
  }

  call_input<Real, D> input(simplify_options const& options) const {
    return {{points_.data(), points_count_, offsets_.data(), count_}, options, tolerances_.data(), pins_.data()};
  }

  /// Writes the mask of these rings into that of the opened batch.
  void write_back(const std::uint8_t* mask, std::uint8_t* opened_mask) const {
    scatter_marks(policy_, mask, origins_.data(), points_count_, opened_mask);
  }

private:
  void pin_farthest(const std::int64_t* keys, simplify_options const& options) {
    detail::temporary<Real, Policy> nearness(policy_, points_count_);
    detail::temporary<std::int64_t, Policy> far(policy_, count_), aside(policy_, count_);
    const auto distance = skipping_by<Real, D>(options, segment_distance{});
    const auto find = [&](const std::int64_t* to, std::int64_t* found) {
      detail::for_each_index(
          policy_, points_count_,
          write_nearness<Real, D>{points_.data(), distance, keys, offsets_.data(), to, nearness.data()});
      find_least_rows(policy_,
                      ordered_rows<Real>(reinterpret_cast<const point<Real, 1>*>(nearness.data()), false,
                                         validity<Real, 1>{std::numeric_limits<Real>::quiet_NaN()}),
                      keys, points_count_, found);
    };
    find(nullptr, far.data());
    find(far.data(), aside.data());
    pin_points(policy_, far.data(), count_, pins_.data());
    pin_points(policy_, aside.data(), count_, pins_.data());
  }

  Policy policy_;
  std::int64_t count_;
  detail::temporary<std::int64_t, Policy> offsets_;
  std::int64_t points_count_;
  detail::temporary<std::int64_t, Policy> origins_;
  detail::temporary<point<Real, D>, Policy> points_;
  detail::temporary<std::uint8_t, Policy> pins_;
  detail::temporary<double, Policy> tolerances_;
};

} // namespace thrustline::flow
