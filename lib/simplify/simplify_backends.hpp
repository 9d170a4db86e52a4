// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/executor_state.hpp"
#include "core/placement.hpp"
#include <thrustline/simplify.hpp>

/// CPU and CUDA implementations of simplify(), select(), max_deviation() and finish_rings(). Arguments have passed the
/// checks of the public call (simplify.cpp.in).
namespace thrustline::detail {

/// Room for the kept points; null: not wanted.
template <class Real>
struct kept_room {
  std::int64_t* indices = nullptr;
  Real* coordinates = nullptr;
};

/// Room for the segments between kept points; null: not wanted.
struct segments_room {
  std::int64_t* ends = nullptr; ///< first and last point of each segment
};

/// The results that a call asks for, as in simplify_outputs; null: not wanted.
template <class Real>
struct wanted_results {
  std::uint8_t* keep_mask = nullptr;
  std::int64_t* kept_counts = nullptr;
  std::int64_t* kept_offsets = nullptr;
  std::int64_t* segment_offsets = nullptr;
  memory where = memory::host;
  placement<kept_room<Real>> kept{kept_room<Real>{}}; ///< called with the number of kept points, unless it is given
  placement<segments_room> segments{segments_room{}}; ///< called with the number of segments, unless it is given
};

/// Points of a call that are not written yet.
template <class Real, int D>
class pending_points {
public:
  /// Writes the points [begin, end). On CPU cores several threads may call it at once.
  virtual void write(std::int64_t begin, std::int64_t end) const = 0;

protected:
  ~pending_points() = default;
};

template <class Real, int D>
class simplify_backend {
public:
  virtual simplify_report simplify(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                   wanted_results<Real> const& wanted) const = 0;
  /// simplify() of points that `pending` has yet to write. An engine whose first pass reads all points writes them
  /// block by block in that pass, so that it reads them from the cache. Other engines write all points first.
  virtual simplify_report simplify_pending(executor_state& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, wanted_results<Real> const& wanted,
                                           pending_points<Real, D> const& pending) const {
    pending.write(0, lines.points);
    return simplify(on, lines, options, wanted);
  }

  /// keep_mask: in the memory of the points. Coordinates are null unless they are wanted. Sets `kept` and
  /// `segments` of the report.
  virtual simplify_report select(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                                 const std::uint8_t* keep_mask, wanted_results<Real> const& wanted) const = 0;
  virtual double max_deviation(executor_state& on, polylines<Real, D> const& lines, simplify_options const& options,
                               const std::uint8_t* keep_mask) const = 0;

  /// keep_mask: in the memory of the points.
  virtual finish_rings_report finish_rings(executor_state& on, polylines<Real, D> const& lines,
                                           simplify_options const& options, std::uint8_t* keep_mask) const = 0;

  static simplify_backend const& on_cpu();
  static simplify_backend const& on_cuda();

protected:
  ~simplify_backend() = default;
};

} // namespace thrustline::detail
