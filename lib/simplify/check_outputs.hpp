// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/check_arrays.hpp"
#include "simplify/simplify_backends.hpp"

/// Checks of the arrays that simplify() and select() write.
namespace thrustline::detail {

/// The arrays that a call writes, as far as their lengths are known.
template <class Real, int D>
std::array<array_extent, 7> extents_of(simplify_outputs<Real, D> const& out, polylines<Real, D> const& lines) {
  const std::int64_t points = lines.points, series = lines.series;
  return {array_extent{"keep_mask", out.keep_mask, points, out.where},
          {"kept_counts", out.kept_counts, series, out.where},
          {"kept_offsets", out.kept_offsets, series + 1, out.where},
          {"kept_indices", out.kept_indices, most_written(out.kept_indices_capacity, points), out.where},
          {"kept_points", out.kept_points, D * most_written(out.kept_points_capacity, points), out.where},
          {"segment_offsets", out.segment_offsets, series + 1, out.where},
          {"segments", out.segments, 2 * most_written(out.segments_capacity, points), out.where}};
}

/// The capacity of an array whose length the result decides.
class array_capacity {
public:
  /// Keeps a capacity that limits the call: that of a wanted array, if it is below `points`. Otherwise -1. Throws if it
  /// is below -1.
  array_capacity(const char* argument, const void* array, std::int64_t capacity, std::int64_t points)
      : argument_(argument), capacity_(array && capacity < points ? capacity : -1) {
    check(capacity_ >= -1, argument, [&] { return "must be >= 0, or -1, is " + std::to_string(capacity); });
  }

  bool is_limited() const { return capacity_ >= 0; }

  void check_holds(std::int64_t needed) const {
    check(!is_limited() || needed <= capacity_, argument_,
          [&] { return std::to_string(capacity_) + ", but " + std::to_string(needed) + " are needed"; });
  }

private:
  const char* argument_;
  std::int64_t capacity_;
};

/// The outputs as backends take them. An array that may be too small is placed once the number of its elements is
/// known; the others are given.
template <class Real, int D>
wanted_results<Real> wanted_of(simplify_outputs<Real, D> const& out, std::int64_t points) {
  wanted_results<Real> wanted{out.keep_mask, out.kept_counts, out.kept_offsets, out.segment_offsets, out.where};

  const kept_room<Real> kept{out.kept_indices, out.kept_points};
  const array_capacity indices("kept_indices_capacity", out.kept_indices, out.kept_indices_capacity, points);
  const array_capacity coordinates("kept_points_capacity", out.kept_points, out.kept_points_capacity, points);
  wanted.kept = placement<kept_room<Real>>(kept);
  if (indices.is_limited() || coordinates.is_limited())
    wanted.kept = {[=](std::int64_t needed) {
      indices.check_holds(needed);
      coordinates.check_holds(needed);
      return kept;
    }};

  const segments_room ends{out.segments};
  const array_capacity segments("segments_capacity", out.segments, out.segments_capacity, points);
  wanted.segments = placement<segments_room>(ends);
  if (segments.is_limited())
    wanted.segments = {[=](std::int64_t needed) {
      segments.check_holds(needed);
      return ends;
    }};
  return wanted;
}

} // namespace thrustline::detail
