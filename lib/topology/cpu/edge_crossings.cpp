// SPDX-License-Identifier: MIT
#include "topology/cpu/edge_crossings.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/cpu/wide_vectors.hpp"
#include "topology/cpu/curve_codes.hpp"
#include "topology/cpu/each_part.hpp"
#include "topology/cpu/packed_boxes.hpp"
#include <thrustline/geometry/orientation.hpp>

namespace thrustline::cpu {
namespace {

/// Segments between the same two places. `low` comes before `high` by abscissa, then by ordinate.
struct edge {
  plane_point low, high;
  std::int64_t times;

  plane_box around() const {
    plane_box b = empty_box();
    enclose(b, low);
    enclose(b, high);
    return b;
  }
};

bool before(edge const& a, edge const& b) {
  const int order = compare(a.low, b.low);
  return order != 0 ? order < 0 : compare(a.high, b.high) < 0;
}

std::vector<edge> edges_of(plane_lines const& lines) {
  std::vector<edge> edges;
  edges.reserve(static_cast<std::size_t>(lines.count));
  for (std::int64_t l = 0; l < lines.lines; ++l)
    for (std::int64_t i = lines.offsets[l] + 1; i < lines.offsets[l + 1]; ++i) {
      plane_point const &a = lines.points[i - 1], &b = lines.points[i];
      if (const int order = compare(a, b); order != 0)
        edges.push_back(order < 0 ? edge{a, b, 1} : edge{b, a, 1});
    }
  return edges;
}

/// Sorts edges along a space-filling curve through their low ends; equal ones become one.
std::vector<edge> merged_along_curve(std::vector<edge> const& edges) {
  plane_box around = empty_box();
  for (edge const& e : edges)
    enclose(around, e.low);
  curve_cells cells{around.low, {}};
  for (int k = 0; k < 2; ++k)
    cells.scale[k] = flow::scale_of_cells(around.high[k] - around.low[k], 32);
  std::vector<std::pair<std::uint64_t, std::size_t>> order(edges.size());
  for_each_code<std::uint64_t>(
      cells, 0, edges.size(), [&](std::size_t e) -> plane_point const& { return edges[e].low; },
      [&](std::size_t e, std::uint64_t code) {
        order[e] = {code, e};
      });
  std::sort(order.begin(), order.end(), [&](auto const& a, auto const& b) {
    return a.first != b.first ? a.first < b.first : before(edges[a.second], edges[b.second]);
  });
  std::vector<edge> merged;
  merged.reserve(edges.size());
  for (auto const& [key, e] : order)
    if (merged.empty() || before(merged.back(), edges[e]) || before(edges[e], merged.back()))
      merged.push_back(edges[e]);
    else
      ++merged.back().times;
  return merged;
}

enum class meeting { none, contact, crossing };

/// Whether p is on the edge, given that it is on the line through it, and is no end.
bool touches(edge const& e, plane_point const& p) {
  for (int k = 0; k < 2; ++k)
    if (p[k] < std::min(e.low[k], e.high[k]) || p[k] > std::max(e.low[k], e.high[k]))
      return false;
  return !same_place(p, e.low) && !same_place(p, e.high);
}

/// How two different edges meet.
meeting meet(edge const& a, edge const& b) {
  const int b_low = orientation(a.low, a.high, b.low), b_high = orientation(a.low, a.high, b.high);
  if (b_low * b_high > 0)
    return meeting::none;
  const int a_low = orientation(b.low, b.high, a.low), a_high = orientation(b.low, b.high, a.high);
  if (a_low * a_high > 0)
    return meeting::none;
  if (b_low * b_high < 0 && a_low * a_high < 0)
    return meeting::crossing;
  const bool contact = (b_low == 0 && touches(a, b.low)) || (b_high == 0 && touches(a, b.high)) ||
                       (a_low == 0 && touches(b, a.low)) || (a_high == 0 && touches(b, a.high));
  return contact ? meeting::contact : meeting::none;
}

/// Totals for several groups of eight edges.
struct tally {
  std::int64_t crossings = 0, contacts = 0, tests = 0;

  void add(tally const& t) {
    crossings += t.crossings;
    contacts += t.contacts;
    tests += t.tests;
  }
};

/// Pairs of edges that meet, by a tree of boxes over all of them.
class edge_pairs {
public:
  edge_pairs(int threads, std::vector<edge> edges)
      : edges_(std::move(edges)), frame_(edges_.empty() ? plane_point{} : edges_.front().low),
        tree_(threads, size(), [this](std::int64_t e) { return frame_(at(e).around()); }) {}

  std::int64_t eights() const { return (size() + 7) / 8; }

  /// Counts the pairs whose earlier edge is one of an eight.
  void count(std::int64_t eight, tally& to) const {
    const std::int64_t first = 8 * eight, end = std::min(first + 8, size());
    plane_box around = empty_box();
    for (std::int64_t e = first; e < end; ++e)
      enclose(around, at(e).around());
    tree_.visit_eights(box_limits(frame_(around)), [&](std::int64_t other) {
      if (other < eight)
        return;
      for (std::int64_t e = first; e < end; ++e) {
        ++to.tests;
        tree_.visit_eight(other, box_limits(frame_(at(e).around())), [&](std::int64_t f) {
          if (f > e)
            compare(at(e), at(f), to);
        });
      }
    });
    for (std::int64_t e = first; e < end; ++e)
      to.contacts += at(e).times * (at(e).times - 1) / 2;
  }

private:
  static void compare(edge const& a, edge const& b, tally& to) {
    ++to.tests;
    const meeting found = meet(a, b);
    if (found == meeting::crossing)
      to.crossings += a.times * b.times;
    else if (found == meeting::contact)
      to.contacts += a.times * b.times;
  }

  edge const& at(std::int64_t e) const { return edges_[static_cast<std::size_t>(e)]; }
  std::int64_t size() const { return static_cast<std::int64_t>(edges_.size()); }

  std::vector<edge> edges_;
  float_frame frame_;
  packed_boxes tree_;
};

} // namespace

crossing_counts count_edge_crossings(int threads, plane_lines const& lines, std::int64_t most_tests) {
  constexpr std::int64_t block = 256,
                         part = 8; // in eights; a search ends after the same block on any number of threads
  const edge_pairs pairs(threads, merged_along_curve(edges_of(lines)));
  tally all;
  std::int64_t begin = 0;
  for (; begin < pairs.eights() && all.tests <= most_tests; begin += block) {
    const std::int64_t end = std::min(begin + block, pairs.eights());
    std::vector<tally> parts(static_cast<std::size_t>(block / part));
    for_each_part(threads, end - begin, part, [&](std::int64_t first, std::int64_t last, int) {
      in_wide_vectors([&] {
        for (std::int64_t k = first; k < last; ++k)
          pairs.count(begin + k, parts[static_cast<std::size_t>(first / part)]);
      });
    });
    for (tally const& t : parts)
      all.add(t);
  }
  return {all.crossings, all.contacts, begin >= pairs.eights()};
}

} // namespace thrustline::cpu
