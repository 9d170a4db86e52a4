// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include "simplify/flow/prepared.hpp"
#include "simplify/simplify_backends.hpp"
#include <thrustline/simplify.hpp>

/// Interface of engine `bounded` on CPU cores.
namespace thrustline::cpu {

/// All points of a call.
template <class Real, int D>
struct series_points {
  const point<Real, D>* points;
  std::int64_t count;
  bool skip; ///< false: every point is known to be valid
  flow::validity<Real, D> valid;

  series_points(const point<Real, D>* points, std::int64_t count, bool skip, flow::validity<Real, D> const& valid)
      : points(points), count(count), skip(skip), valid(valid) {}
};

/// The points of a flow::open_problem.
template <class Problem>
auto points_of(Problem const& problem) {
  return series_points{problem.points, problem.count, problem.metric.skip, problem.metric.valid};
}

/// First and last valid point of every series.
struct listed_ends {
  const flow::chord_ends<std::int64_t>* ends;
  std::int64_t series;

  flow::chord_ends<std::int64_t> const& operator[](std::int64_t s) const { return ends[s]; }
};

template <class Real, int D>
class box_tree;

template <class Real, int D>
class bounded_engine {
public:
  explicit bounded_engine(int threads);
  ~bounded_engine();

  /// Whether make_boxes_early() makes boxes: where that is possible and some series is long.
  static bool makes_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options);

  /// Makes the pass that builds the boxes write the points first.
  void write_with_boxes(detail::pending_points<Real, D> const& pending) { pending_ = &pending; }

  /// Makes the boxes before the points are checked. Returns whether that pass found all points valid.
  bool make_boxes_early(flow::batch<Real, D> const& lines, simplify_options const& options);

  /// Sets the mask at every cut and returns the number of levels. Makes the boxes where a series is long and these
  /// points have none yet.
  std::int64_t simplify(series_points<Real, D> const& series, listed_ends const& ends,
                        flow::tolerance_of_point<Real> const& tolerance, metric by, std::uint8_t* mask);

protected:
  template <class Outcome>
  std::int64_t run(series_points<Real, D> const& series, listed_ends const& ends,
                   flow::tolerance_of_point<Real> const& tolerance, metric by, typename Outcome::mark* marks);

private:
  void make_boxes(series_points<Real, D> const& series);
  static bool wants_boxes(listed_ends const& ends);
  static bool wants_boxes(const std::int64_t* offsets, std::int64_t series);

  int threads_;
  const detail::pending_points<Real, D>* pending_ = nullptr; ///< or the points that are not written yet
  const point<Real, D>* boxed_ = nullptr;
  std::unique_ptr<box_tree<Real, D>> boxes_;
};

/// The same engine, for the significance of each point.
template <class Real, int D>
class significance_engine : public bounded_engine<Real, D> {
public:
  using bounded_engine<Real, D>::bounded_engine;

  /// Writes the significance of every cut, down to the tolerance; otherwise as simplify().
  std::int64_t significance(series_points<Real, D> const& series, listed_ends const& ends,
                            flow::tolerance_of_point<Real> const& tolerance, metric by, Real* values);
};

} // namespace thrustline::cpu
