// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <thrustline/geometry/metrics.hpp>
#include <thrustline/simplify.hpp>

#include "reference.hpp"

namespace thrustline::test {

struct replay_result {
  std::string problem; ///< empty: the mask is right
  std::int64_t levels = 0;
  explicit operator bool() const { return problem.empty(); }
};

/// Replays a keep mask of one series: walks the split tree and checks in every node that the farthest point (the lowest
/// index among equals) was kept exactly if it was farther than the tolerance, and that no other point was. The
/// library's metric says what is farthest, and extended precision judges the metric.
template <class Real, int D, class Metric>
class replay {
public:
  replay(const Real* points, std::int64_t n, Metric by, metric name) : points_(points), n_(n), by_(by), name_(name) {
    index_.resize(static_cast<std::size_t>(n));
    std::iota(index_.begin(), index_.end(), std::int64_t{0});
  }

  /// Only the points at these indices exist.
  replay& valid(std::vector<std::int64_t> index) { return index_ = std::move(index), *this; }

  /// An edge leads from the last point back to the first.
  replay& closed() { return closed_ = true, *this; }

  replay_result check(Real tolerance, const std::uint8_t* mask) const {
    replay_result result;
    for (std::int64_t i = 0; i < n_; ++i)
      if (mask[i] > 1)
        return problem(i, "the mask holds ", int{mask[i]});
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(n_), 0);
    const std::int64_t last = static_cast<std::int64_t>(index_.size()) - (closed_ ? 0 : 1);
    std::vector<node> open;
    if (!index_.empty()) {
      expected[index_.front()] = 1;
      if (!closed_)
        expected[index_.back()] = 1;
      open.push_back({0, last, 1});
    }
    while (!open.empty()) {
      const node at = open.back();
      open.pop_back();
      if (step(at, at.last) < 2)
        continue;
      result.levels = std::max(result.levels, at.level);
      if (at.last - at.first < 2)
        continue; // looked at, and found empty
      const candidate far = farthest(at);
      if (std::string wrong = judge(at, far); !wrong.empty())
        return problem(index_[far.at], wrong);
      if (far.distance > tolerance) {
        expected[index_[far.at]] = 1;
        open.push_back({at.first, far.at, at.level + 1});
        open.push_back({far.at, at.last, at.level + 1});
      } else if (std::int64_t i = beyond(at, tolerance); i >= 0) {
        return problem(i, "is farther than the tolerance in a finished segment");
      }
    }
    for (std::int64_t i = 0; i < n_; ++i)
      if (mask[i] != expected[i])
        return problem(i, mask[i] ? "is kept, expected dropped" : "is dropped, expected kept");
    return result;
  }

private:
  using P = point<Real, D>;

  /// A segment between two positions of index_.
  struct node {
    std::int64_t first, last, level;
  };

  struct candidate {
    std::int64_t at;
    Real distance;
  };

  std::int64_t position(std::int64_t k) const {
    // The end of a ring is its start again, one round further: behind the absent points in front of the start.
    return k == static_cast<std::int64_t>(index_.size()) ? n_ + index_.front() : index_[k];
  }

  const Real* coordinates(std::int64_t k) const {
    return points_ + D * (k == static_cast<std::int64_t>(index_.size()) ? index_.front() : index_[k]);
  }

  P at(std::int64_t k) const {
    P p;
    for (int d = 0; d < D; ++d)
      p[d] = coordinates(k)[d];
    return p;
  }

  std::int64_t step(node const& in, std::int64_t k) const { return position(k) - position(in.first); }

  candidate farthest(node const& in) const {
    const auto chord = by_(at(in.first), at(in.last), step(in, in.last));
    std::int64_t best = in.first + 1;
    for (std::int64_t k = best + 1; k < in.last; ++k)
      if (chord.rank(at(k), step(in, k)) > chord.rank(at(best), step(in, best)))
        best = k;
    return {best, chord.distance(at(best), step(in, best))};
  }

  /// The index of a point farther than the tolerance by more than rounding, or -1.
  std::int64_t beyond(node const& in, Real tolerance) const {
    const auto chord = by_(at(in.first), at(in.last), step(in, in.last));
    const Real most = tolerance * (1 + 16 * std::numeric_limits<Real>::epsilon());
    for (std::int64_t k = in.first + 1; k < in.last; ++k)
      if (chord.distance(at(k), step(in, k)) > most)
        return index_[k];
    return -1;
  }

  /// The error of the metric's choice in extended precision; empty if there is none.
  std::string judge(node const& in, candidate const& far) const {
    const exact_point a = exact<Real, D>(coordinates(in.first), 0);
    const exact_point b = exact<Real, D>(coordinates(in.last), step(in, in.last)), chord = b - a;
    long double most = 0, reach = norm(chord);
    for (std::int64_t k = in.first + 1; k < in.last; ++k) {
      const exact_point p = exact<Real, D>(coordinates(k), step(in, k));
      most = std::max(most, exact_distance(name_, a, b, p));
      reach = std::max(reach, norm(p - a));
    }
    // Each product and difference of the formulas is rounded; a steep chord magnifies that along the ordinates.
    const long double steep =
        name_ == metric::vertical && chord[0] != 0 ? std::hypot(chord[1], chord[2]) / std::abs(chord[0]) : 0;
    const long double slack = 16 * std::numeric_limits<Real>::epsilon() * reach * (1 + steep);
    const long double chosen = exact_distance(name_, a, b, exact<Real, D>(coordinates(far.at), step(in, far.at)));
    std::ostringstream text;
    text.precision(20);
    if (!(most - chosen <= slack))
      text << "was chosen at distance " << chosen << ", the farthest is at " << most;
    else if (!(std::abs(chosen - static_cast<long double>(far.distance)) <= slack))
      text << "is at distance " << chosen << ", not " << far.distance;
    return text.str();
  }

  template <class... Parts>
  static replay_result problem(std::int64_t i, Parts const&... parts) {
    std::ostringstream text;
    text << "point " << i << " ";
    (text << ... << parts);
    return {text.str(), 0};
  }

  const Real* points_;
  std::int64_t n_;
  Metric by_;
  metric name_;
  std::vector<std::int64_t> index_;
  bool closed_ = false;
};

/// f(metric object, its name) for the three metrics.
template <class F>
void for_each_metric(F f) {
  f(vertical_distance{}, metric::vertical);
  f(line_distance{}, metric::line);
  f(segment_distance{}, metric::segment);
}

} // namespace thrustline::test
