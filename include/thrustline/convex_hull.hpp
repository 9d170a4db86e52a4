// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>
#include <thrustline/polylines.hpp>
#include <thrustline/simplify.hpp>

namespace thrustline {

/// View of planar point sets in one flat array: x0 y0 x1 y1 ... Set s has the points [offsets[s], offsets[s + 1]).
template <class Real>
using point_sets = polylines<Real, 2>;

/// View of one planar point set.
template <class Real>
using point_set = polyline<Real, 2>;

/// Options of convex_hull().
class hull_options {
public:
  /// Whether hulls also have the points on their edges: each place once, in order along the edge. Default: false,
  /// strictly extreme points only.
  hull_options& keep_collinear(bool value) { return keep_collinear_ = value, *this; }

  /// Treatment of invalid points, which are here those with a coordinate that is NaN or infinite. Default: reject.
  hull_options& invalid(thrustline::invalid value) { return invalid_ = value, *this; }

  bool keep_collinear() const { return keep_collinear_; }
  thrustline::invalid invalid() const { return invalid_; }

private:
  bool keep_collinear_ = false;
  thrustline::invalid invalid_ = thrustline::invalid::reject;
};

/// Arrays that convex_hull() writes; null: not wanted. All lie in the memory named by `where`; none may overlap another
/// or the input.
template <class Real>
struct hull_outputs {
  std::int64_t* indices = nullptr; ///< indices of each hull's vertices in the flat array
  Real* coordinates = nullptr;     ///< coordinates of the vertices, two values each, bit for bit
  std::int64_t* offsets = nullptr; ///< sets + 1 values: first vertex of each hull, and the end
  std::int64_t capacity = -1;      ///< vertices that fit in `indices` and in `coordinates`; -1: as many as points
  memory where = memory::host;
};

/// Counts of one call of convex_hull().
struct hull_report {
  std::int64_t points = 0;   ///< points given
  std::int64_t vertices = 0; ///< vertices of all hulls together
  std::int64_t examined = 0; ///< points that the filter did not prove to be inside; on a GPU all points of several sets
};

/// Finds the exact convex hull of each set.
///
/// Vertices go counter-clockwise from the point of least x, then least y; the ring is not closed. The point of lowest
/// index stands for equal points; -0 equals +0. A set without points has no vertex; points in one place have one
/// vertex; points on one line have its two ends (with keep_collinear all of them, from end to end). The vertices are
/// the same from every executor and, except for their indices, for every order of the points.
///
/// Memory: a CUDA executor takes host or device memory (host memory is copied there and back), a CPU executor host
/// memory only. Reads only the input; writes only the outputs and the executor's workspace.
/// Synchronises: yes, the outputs are ready on return, on a CUDA executor too.
/// Throws: invalid_argument naming the argument and the value or index (offsets that decrease; a capacity that is too
/// small, with the one that is needed); invalid_point for a coordinate that is NaN or infinite, unless invalid points
/// are ignored; cuda_error; out_of_memory. After a throw the outputs are unspecified and the executor stays usable.
/// Work: two reads of the points (one of a sample), and a sort of those that are not inside a polygon of extreme
/// points: few on most data, all where the points are in convex position.
///
/// Instantiated for float and double.
template <class Real>
hull_report convex_hull(executor const& on, polylines<Real, 2> const& sets, hull_options const& options,
                        hull_outputs<Real> const& outputs);

/// Returns the indices of the vertices of all hulls, one hull after the other, in a host vector.
template <class Real>
std::vector<std::int64_t> convex_hull(executor const& on, polylines<Real, 2> const& sets,
                                      hull_options const& options = {});

/// Returns the indices of the vertices with the offsets of the sets' hulls, in host vectors.
template <class Real>
ragged<std::int64_t> convex_hulls(executor const& on, polylines<Real, 2> const& sets, hull_options const& options = {});

/// Returns the coordinates of the vertices with the offsets (counted in vertices), in host vectors.
template <class Real>
ragged<Real> convex_hull_points(executor const& on, polylines<Real, 2> const& sets, hull_options const& options = {});

} // namespace thrustline
