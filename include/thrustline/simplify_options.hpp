// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include <thrustline/topology.hpp>

/// Metrics, engines and the other choices of simplify().
namespace thrustline {

/// The distance of a point to the chord of its segment (formulas: geometry/metrics.hpp).
///
/// To find the farthest point, squares of distances are compared: by `segment`, by all metrics in space, and by `line`
/// where the ends of a chord are equal. They order distances from 10^-18 to 10^19 in float, and from 10^-153 to 10^154
/// in double. Squares overflow for greater distances and underflow for lesser ones: all of these compare as equal, and
/// the first point is taken. So a tolerance outside that range may drop a point that is farther.
enum class metric {
  vertical, ///< along the ordinates: |y - chord(x)|; the abscissa is the index (D = 1) or the first coordinate
  line,     ///< to the infinite line through the ends
  segment,  ///< to the segment between the ends

  /// On the Earth, in metres: to the arc of the great ellipse of the WGS 84 ellipsoid between the ends (formula:
  /// geometry/great_ellipse_distance.hpp). Distances are straight ones in space: 4e-5 less than on the surface at
  /// 100 km, and the share grows with the square of the distance. Points are longitude, latitude and perhaps a height
  /// (D = 2 or 3), in degrees. Longitudes may go round any number of times, up to +-10^12: lines may cross the date
  /// line and pass over the poles. A latitude beyond +-90 makes a point invalid. Heights do not change the distance;
  /// kept points keep theirs.
  ///
  /// A call computes in double, whatever the type of the coordinates: it first converts all points by to_ecef(), which
  /// takes a workspace of 24 bytes a point. For float coordinates significances are rounded up to float, so that they
  /// still say what a tolerance of that type keeps.
  ///
  /// Rings compare earth-centred coordinates, in rings() and ring_start::least: longitudes that differ by whole turns
  /// are the same place if the turns were added without rounding, as 0 and 360 are, and 0.1 and 360.1 are not.
  ///
  /// The great ellipse parts from the geodesic of a chord by at most 6 m on 300 km, 66 m on 1,000 km, 0.61 km on
  /// 3,000 km and 8.3 km on 10,000 km.
  great_ellipse,

  /// At equal time (Meratnia & de By, 2004): from a position x, y at time t to where the chord is at that time, moving
  /// at constant speed from its first end to its last. Points are x, y, t (D = 3). If both ends have the same time, to
  /// the first end. Times that do not increase are no error: a chord moves along its straight line backwards, too, and
  /// beyond its ends. Takes a workspace for a copy of the points. The least point of a ring is the first in time.
  synchronised
};

/// One way to compute the mask. All give the same mask, bit by bit.
enum class engine {
  /// CPU: `recursive` for calls of fewer than 1024 points, else `bounded`. CUDA device: `fused` if no series of the
  /// batch is longer than 1024 points, else `bounded` for the whole batch.
  automatic,
  /// Algorithm 1 of Cebrian & Moure (2020), depth first with an explicit stack. CPU only.
  recursive,
  /// Algorithm 2 of the same paper, a loop over segmented primitives. Any executor. On a CUDA device the kernel of
  /// `fused` takes the series of up to 1024 points.
  composed,
  /// Each series, of at most 1024 points, is split to the end by one warp or on one core. Any executor. On a CUDA
  /// device the loop of `composed` takes rings of exactly 1024 points.
  fused,
  /// Bounding boxes of points prune the search for the farthest point, exactly. Any executor. On a CUDA device the
  /// kernel of `fused` takes batches in which no series is longer than 1024 points.
  bounded
};

/// Name of the enumerator, e.g. "vertical"; "unknown" for any other value.
std::string to_string(metric value);

/// Name of the enumerator, e.g. "bounded"; "unknown" for any other value.
std::string to_string(engine value);

/// Treatment of invalid points: those with a coordinate that is NaN, infinite, above a quarter of the largest finite
/// value in magnitude, or equal to the sentinel.
enum class invalid {
  reject, ///< throw invalid_argument with the index of the first one; the sentinel is not looked for
  ignore  ///< treat as absent: never kept, never farthest; the ends of a series are its first and last valid points.
          ///< The closing position of a ring of rings() stands for another point, and is kept with it
};

/// The point at which a ring is cut open before it is simplified: it is an end of the series, and so it is kept.
enum class ring_start {
  first, ///< the ring's first valid point
  least  ///< the point with the least x, then y, then z: the result is the same wherever the ring starts. Of equal
         ///< points one that is not pinned comes first; then the points that follow them are compared, one by one
};

/// Treatment of a ring that keeps fewer than four positions, its closing one included.
enum class ring_minimum {
  none, ///< nothing: it may collapse to a line or to a point
  keep, ///< it is simplified again with two more points kept, if it has them: the one farthest from the start, and the
        ///< one farthest from the segment between the two, by the distance in all D coordinates, whatever the metric
  drop  ///< all its points are dropped; but a ring with a pin is treated as by `keep`
};

/// Options of simplify(). Only the tolerance has no default.
///
/// Rings are given in one of two forms. closed(true): all series are rings, and none repeats its first point. rings():
/// some series are, and the last point of each repeats its first, as in GeoJSON, WKT and WKB. Such a last point is the
/// ring's closing position: it is kept if and only if any other point of the ring is, and it stands for the first kept
/// one, whatever its own coordinates. Where that is not the first point of the ring, kept_points, kept_indices and
/// segments have it in place of the last one. rings() compares the first and the last point as they are stored, absent
/// or not. ring_start::least, drop_superfluous_start(true) and a ring_minimum other than none need one of the two
/// forms: invalid_argument.
class simplify_options {
public:
  /// Epsilon: a segment splits at its farthest point while that distance is > tolerance. In units of the coordinates,
  /// with great_ellipse in metres, as all distances and significances; >= 0, rounded to the coordinates' type. Infinity
  /// keeps the ends only. Negative or NaN: invalid_argument.
  simplify_options& tolerance(double value) { return tolerance_ = value, *this; }

  /// One tolerance for each series, in place of tolerance(). values: `count` = `series` numbers in the same kind of
  /// memory as the points; the array must outlive the call. Another count, or null for a count that is not 0:
  /// invalid_argument.
  simplify_options& tolerances(const double* values, std::int64_t count) {
    return tolerances_ = values, tolerances_count_ = count, *this;
  }

  /// Pins: points that are kept whatever their distance; every series is split there, so that its split tree is that
  /// of the pieces between pins. values: `count` = `points` numbers, 0 = not pinned, in the same kind of memory as the
  /// points; the array must outlive the call. Another count, or null for a count that is not 0: invalid_argument. An
  /// absent point (invalid::ignore) stays absent. Engine `fused` takes pieces of at most 1024 points.
  simplify_options& pins(const std::uint8_t* values, std::int64_t count) {
    return pins_ = values, pins_count_ = count, *this;
  }

  /// Distance that the tolerance bounds. Default: segment.
  simplify_options& metric(thrustline::metric value) { return metric_ = value, *this; }

  /// Engine to run. Default: automatic. One that the executor cannot run: invalid_argument.
  simplify_options& engine(thrustline::engine value) { return engine_ = value, *this; }

  /// Whether every series is a ring: an edge leads from its last point back to its first, which the series does not
  /// repeat. Its start is always kept, the last point only if it is farther than the tolerance. D = 1:
  /// invalid_argument. Default: false.
  simplify_options& closed(bool value) { return closed_ = value, *this; }

  /// Which topology of the lines the result keeps, all series together: plain RDP is split further, in the order of its
  /// split tree, until no vertex changes sides with a segment (thrustline::topology says which vertices count), and no
  /// segments cross unless the input's did. The mask is the least one that this rule allows (algorithms/topology.hpp:
  /// rule, proof, laws). Closed lines, those whose last point equals their first too, keep three segments, by that rule
  /// and not by ring_minimum::keep, which adds nothing. The mask does not depend on the order of the series, except for
  /// series with the same ends and the same distance. Where points occur more than once series should begin and end
  /// there, as those of build_arcs() do.
  ///
  /// Adds to simplify(): the closure runs where plain RDP does. Time: some 0.1 to 0.5 microseconds a kept point on one
  /// core, on natural maps; at most that of one search for each segment, vertex and round. A CUDA executor waits for
  /// its stream a few times, and once more whenever it needs more memory. Memory: 16 bytes a point for float; on CPU
  /// cores some 250 bytes a kept point; on a device 11 bytes a point and some 500 bytes a kept point, more where most
  /// points are in copies of lines. Points that are not in the plane, great_ellipse, tolerances(), invalid::ignore,
  /// drop_superfluous_start(), ring_minimum::drop, finish_rings(), and significance() and its relatives:
  /// invalid_argument. Default: none.
  simplify_options& topology(thrustline::topology value) { return topology_ = value, *this; }

  /// The series that are rings whose last point repeats the first. values: `count` = `series` numbers, 0 = no ring, in
  /// the same kind of memory as the points; the array must outlive the call. A pin on the first or the last point is
  /// one on both. invalid_argument: another count, or null for a count that is not 0; a ring whose last point is not
  /// its first (all D coordinates are compared; with great_ellipse the places, whatever their heights); D = 1; with
  /// closed(true).
  simplify_options& rings(const std::uint8_t* values, std::int64_t count) {
    return rings_ = values, rings_count_ = count, *this;
  }

  /// Where rings are cut open. Default: first. The mask stays in the order of the input.
  simplify_options& ring_start(thrustline::ring_start value) { return ring_start_ = value, *this; }

  /// Whether the start of a simplified ring is dropped where it is no farther than the tolerance from the chord of its
  /// kept neighbours, as GEOS does since 3.12. Other dropped points may then be up to twice as far as the tolerance, by
  /// metric segment. A pinned start stays, and so does that of a ring with fewer than three kept points (the closing
  /// position not counted); with ring_minimum::keep, or drop if the ring has a pin, fewer than four. Default: false.
  simplify_options& drop_superfluous_start(bool value) { return drop_superfluous_start_ = value, *this; }

  /// Treatment of rings that keep fewer than four positions, after drop_superfluous_start(). Default: none.
  simplify_options& ring_minimum(thrustline::ring_minimum value) { return ring_minimum_ = value, *this; }

  /// Treatment of invalid points. Default: reject.
  simplify_options& invalid(thrustline::invalid value) { return invalid_ = value, *this; }

  /// Value that marks a point as invalid if any of its coordinates equals it; rounded to the coordinates' type.
  /// Default: NaN, which is no sentinel.
  simplify_options& sentinel(double value) { return sentinel_ = value, *this; }

  double tolerance() const { return tolerance_; }
  const double* tolerances() const { return tolerances_; }
  std::int64_t tolerances_count() const { return tolerances_count_; }
  const std::uint8_t* pins() const { return pins_; }
  std::int64_t pins_count() const { return pins_count_; }
  thrustline::metric metric() const { return metric_; }
  thrustline::engine engine() const { return engine_; }
  bool closed() const { return closed_; }
  thrustline::topology topology() const { return topology_; }
  const std::uint8_t* rings() const { return rings_; }
  std::int64_t rings_count() const { return rings_count_; }
  thrustline::ring_start ring_start() const { return ring_start_; }
  bool drop_superfluous_start() const { return drop_superfluous_start_; }
  thrustline::ring_minimum ring_minimum() const { return ring_minimum_; }
  thrustline::invalid invalid() const { return invalid_; }
  double sentinel() const { return sentinel_; }

private:
  double tolerance_ = std::numeric_limits<double>::quiet_NaN();
  const double* tolerances_ = nullptr;
  std::int64_t tolerances_count_ = 0;
  const std::uint8_t* pins_ = nullptr;
  std::int64_t pins_count_ = 0;
  const std::uint8_t* rings_ = nullptr;
  std::int64_t rings_count_ = 0;
  double sentinel_ = std::numeric_limits<double>::quiet_NaN();
  thrustline::metric metric_ = thrustline::metric::segment;
  thrustline::engine engine_ = thrustline::engine::automatic;
  thrustline::invalid invalid_ = thrustline::invalid::reject;
  thrustline::topology topology_ = thrustline::topology::none;
  thrustline::ring_start ring_start_ = thrustline::ring_start::first;
  thrustline::ring_minimum ring_minimum_ = thrustline::ring_minimum::none;
  bool closed_ = false;
  bool drop_superfluous_start_ = false;
};

} // namespace thrustline
