// SPDX-License-Identifier: MIT
#include "processing/crossing_rings.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include <thrustline/geometry/orientation.hpp>

namespace thrustline_program {
namespace {

using planar = thrustline::point<double, 2>;

bool operator==(planar const& a, planar const& b) { return a.x[0] == b.x[0] && a.x[1] == b.x[1]; }

/// The order in which the sweep meets points.
bool before(planar const& a, planar const& b) { return a.x[0] < b.x[0] || (a.x[0] == b.x[0] && a.x[1] < b.x[1]); }

/// Sign of (b - a) x (c - a): 1 if c is on the left of a -> b.
int side(planar const& a, planar const& b, planar const& c) { return thrustline::orientation(a, b, c); }

/// Sweeps a line over a ring and stops at the first place where the ring meets itself (Shamos and Hoey, Geometric
/// intersection problems, 1976). Up to there the edges that the line meets have one order, so an edge is compared with
/// its neighbours only. All decisions are exact.
///
/// Points are different, so each ends two edges. Edge i goes from point i to point i + 1.
class ring_sweep {
public:
  explicit ring_sweep(std::vector<planar> const& ring) : ring_(ring), active_(order{this}) {}

  bool finds_meeting() {
    std::vector<std::int64_t> events(ring_.size());
    std::iota(events.begin(), events.end(), 0);
    std::sort(events.begin(), events.end(),
              [this](std::int64_t a, std::int64_t b) { return before(ring_[a], ring_[b]); });
    for (std::size_t k = 1; k < events.size(); ++k)
      if (ring_[events[k - 1]] == ring_[events[k]])
        return true;
    places_.resize(ring_.size(), active_.end());
    for (auto at = events.begin(); at != events.end() && !met_; ++at)
      pass(*at);
    return met_;
  }

private:
  /// An edge that the line meets. An edge that continues another one takes its place.
  struct active_edge {
    mutable std::int64_t edge;
  };

  /// From below; what is equal meets.
  struct order {
    ring_sweep* sweep;
    bool operator()(active_edge const& a, active_edge const& b) const { return sweep->is_below(a.edge, b.edge); }
  };

  using active_edges = std::set<active_edge, order>;
  using place = active_edges::iterator;

  std::int64_t next(std::int64_t point) const { return point + 1 < size() ? point + 1 : 0; }
  std::int64_t previous(std::int64_t point) const { return point > 0 ? point - 1 : size() - 1; }
  std::int64_t size() const { return static_cast<std::int64_t>(ring_.size()); }

  std::int64_t left_end(std::int64_t edge) const { return before(ring_[edge], ring_[next(edge)]) ? edge : next(edge); }
  planar const& left(std::int64_t edge) const { return ring_[left_end(edge)]; }
  planar const& right(std::int64_t edge) const { return ring_[left_end(edge) == edge ? next(edge) : edge]; }

  void pass(std::int64_t point) {
    const std::int64_t in = previous(point), out = point;
    const bool in_begins = left_end(in) == point, out_begins = left_end(out) == point;
    if (in_begins && out_begins)
      begin_both(in, out);
    else if (!in_begins && !out_begins)
      end_both(in, out);
    else if (in_begins)
      replace(out, in);
    else
      replace(in, out);
  }

  void begin_both(std::int64_t a, std::int64_t b) {
    for (std::int64_t edge : {a, b}) {
      const auto [at, is_new] = active_.insert({edge});
      met_ = met_ || !is_new;
      if (met_)
        return;
      places_[edge] = at;
    }
    for (std::int64_t edge : {a, b})
      compare_with_neighbours(places_[edge]);
  }

  void end_both(std::int64_t a, std::int64_t b) {
    active_.erase(places_[a]);
    const place above = active_.erase(places_[b]);
    if (above != active_.end() && above != active_.begin())
      compare(*std::prev(above), *above);
  }

  void replace(std::int64_t ended, std::int64_t begun) {
    const place at = places_[ended];
    at->edge = begun;
    places_[begun] = at;
    compare_with_neighbours(at);
  }

  void compare_with_neighbours(place at) {
    if (at != active_.begin())
      compare(*std::prev(at), *at);
    if (std::next(at) != active_.end())
      compare(*at, *std::next(at));
  }

  void compare(active_edge const& a, active_edge const& b) { met_ = met_ || meet(a.edge, b.edge); }

  /// Whether the edges have a point in common, other than the end that neighbours in the ring share.
  bool meet(std::int64_t a, std::int64_t b) const {
    if (next(a) == b || next(b) == a)
      return neighbours_overlap(a, b);
    planar const &p = left(a), &q = right(a), &r = left(b), &s = right(b);
    if (before(q, r) || before(s, p))
      return false;
    const int r_side = side(p, q, r), s_side = side(p, q, s);
    if (r_side == 0 && s_side == 0)
      return true; // on one line, where neither ends before the other begins
    return r_side * s_side <= 0 && side(r, s, p) * side(r, s, q) <= 0;
  }

  /// Edges on both sides of their shared point have no other one in common.
  bool neighbours_overlap(std::int64_t a, std::int64_t b) const {
    if (left(a) == left(b))
      return side(left(a), right(a), right(b)) == 0;
    return right(a) == right(b) && side(right(a), left(a), left(b)) == 0;
  }

  /// One of the edges begins where the line is.
  bool is_below(std::int64_t a, std::int64_t b) const {
    if (left(a) == left(b))
      return side(left(a), right(a), right(b)) > 0;
    return before(left(a), left(b)) ? side(left(a), right(a), left(b)) > 0 : side(left(b), right(b), left(a)) < 0;
  }

  std::vector<planar> const& ring_;
  active_edges active_;       ///< from below
  std::vector<place> places_; ///< each edge's place
  bool met_ = false;
};

std::vector<double> points_of(dataset const& data, std::int64_t series, std::vector<std::uint8_t> const* keep_mask) {
  std::vector<double> xy;
  for (std::int64_t i = data.offsets[series]; i + 1 < data.offsets[series + 1]; ++i)
    if (!keep_mask || (*keep_mask)[i])
      xy.insert(xy.end(), {data.coordinates[2 * i], data.coordinates[2 * i + 1]});
  return xy;
}

} // namespace

bool crosses_itself(std::vector<double> const& xy) {
  std::vector<planar> ring;
  for (std::size_t i = 0; i + 1 < xy.size(); i += 2) {
    const planar p{{xy[i], xy[i + 1]}};
    if (ring.empty() || !(ring.back() == p))
      ring.push_back(p);
  }
  while (ring.size() > 1 && ring.front() == ring.back())
    ring.pop_back();
  return ring.size() < 3 || ring_sweep(ring).finds_meeting();
}

std::int64_t rings_made_crossing(dataset const& data, std::vector<std::uint8_t> const& keep_mask) {
  std::int64_t found = 0;
  for (std::int64_t s = 0; s < data.series(); ++s) {
    if (!data.ring[s])
      continue;
    const std::vector<double> kept = points_of(data, s, &keep_mask); // none: the ring is left out
    found += !kept.empty() && crosses_itself(kept) && !crosses_itself(points_of(data, s, nullptr));
  }
  return found;
}

} // namespace thrustline_program
