// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/geometry/orientation.hpp>

#if defined(THRUSTLINE_TEST_CGAL)
#include "cgal.hpp"
#endif

/// Definitions of the hull, as reference for tests.
namespace thrustline::test {

using index_list = std::vector<std::int64_t>;

template <class Real>
point<Real, 2> point_at(std::vector<Real> const& xy, std::int64_t i) {
  return {{xy[2 * i] + Real(0), xy[2 * i + 1] + Real(0)}}; // -0 is 0
}

/// The hull by gift wrapping, close to the definition, but slow: for small sets.
template <class Real>
index_list wrapped_hull(std::vector<Real> const& xy) {
  const auto n = static_cast<std::int64_t>(xy.size() / 2);
  index_list ring;
  if (n == 0)
    return ring;
  const auto before = [](point<Real, 2> a, point<Real, 2> b) { return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]); };
  const auto same = [](point<Real, 2> a, point<Real, 2> b) { return a[0] == b[0] && a[1] == b[1]; };
  std::int64_t start = 0;
  for (std::int64_t i = 1; i < n; ++i)
    if (before(point_at(xy, i), point_at(xy, start)))
      start = i;
  for (std::int64_t at = start;;) {
    ring.push_back(at);
    const auto a = point_at(xy, at);
    std::int64_t next = -1;
    for (std::int64_t i = 0; i < n; ++i) {
      const auto c = point_at(xy, i);
      if (same(a, c))
        continue;
      if (next < 0) {
        next = i;
        continue;
      }
      const auto b = point_at(xy, next);
      const int turn = orientation(a, b, c);
      // Right of the edge so far; or beyond its end, on the same side of a.
      const bool between_ab = before(a, b) ? before(b, c) : before(c, b);
      const bool ahead = before(a, b) == before(a, c);
      if (turn < 0 || (turn == 0 && ahead && between_ab))
        next = i;
    }
    if (next < 0 || same(point_at(xy, next), point_at(xy, start)))
      return ring;
    at = next;
  }
}

/// The hull by two monotone chains over the sorted points, for sets for which gift wrapping is too slow.
template <class Real>
index_list chained_hull(std::vector<Real> const& xy) {
  index_list order(xy.size() / 2);
  std::iota(order.begin(), order.end(), std::int64_t(0));
  const auto key = [&](std::int64_t i) {
    const auto p = point_at(xy, i);
    return std::make_tuple(p[0], p[1], i);
  };
  std::sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return key(a) < key(b); });
  index_list ring;
  for (int chain = 0; chain < 2; ++chain, std::reverse(order.begin(), order.end())) {
    const std::size_t begin = ring.size();
    for (std::int64_t i : order) {
      const auto turns_left = [&] {
        return orientation(point_at(xy, ring[ring.size() - 2]), point_at(xy, ring.back()), point_at(xy, i)) > 0;
      };
      while (ring.size() >= begin + 2 && !turns_left())
        ring.pop_back();
      if (ring.size() == begin || point_at(xy, ring.back()).x[0] != point_at(xy, i).x[0] ||
          point_at(xy, ring.back()).x[1] != point_at(xy, i).x[1])
        ring.push_back(i);
    }
    if (ring.size() > begin + 1)
      ring.pop_back(); // it begins the other chain
  }
  if (ring.size() == 2 && point_at(xy, ring[0]).x[0] == point_at(xy, ring[1]).x[0] &&
      point_at(xy, ring[0]).x[1] == point_at(xy, ring[1]).x[1])
    ring.pop_back();
  return ring;
}

/// Returns "" if `got` is the hull of the points, else what is wrong.
template <class Real>
std::string hull_difference(std::vector<Real> const& xy, index_list const& got) {
  std::vector<double> expected;
#if defined(THRUSTLINE_TEST_CGAL)
  expected = cgal::hull({xy.begin(), xy.end()});
#else
  constexpr std::size_t large = 2 * 1000;
  for (std::int64_t i : xy.size() < large ? wrapped_hull(xy) : chained_hull(xy))
    for (int k = 0; k < 2; ++k)
      expected.push_back(xy[2 * i + k] + 0.0);
#endif
  if (got.size() != expected.size() / 2)
    return std::to_string(got.size()) + " vertices, expected " + std::to_string(expected.size() / 2);
  std::map<std::pair<double, double>, std::int64_t> place_of;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] < 0 || got[i] >= static_cast<std::int64_t>(xy.size() / 2))
      return "vertex " + std::to_string(i) + " has index " + std::to_string(got[i]);
    const auto p = point_at(xy, got[i]);
    if (p[0] != expected[2 * i] || p[1] != expected[2 * i + 1])
      return "vertex " + std::to_string(i) + " is point " + std::to_string(got[i]) + ", another is expected";
    place_of[{p[0], p[1]}] = got[i];
  }
  // the first of equal points
  for (std::size_t i = 0; i < xy.size() / 2; ++i) {
    const auto p = point_at(xy, static_cast<std::int64_t>(i));
    const auto found = place_of.find({p[0], p[1]});
    if (found != place_of.end() && static_cast<std::int64_t>(i) < found->second)
      return "point " + std::to_string(found->second) + " stands for the equal point " + std::to_string(i);
  }
  return "";
}

/// All points on the hull's boundary, each place once, from the least x and y on: from the strict hull.
template <class Real>
index_list boundary_of(std::vector<Real> const& xy, index_list const& strict) {
  const auto before = [](point<Real, 2> a, point<Real, 2> b) { return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]); };
  const auto n = static_cast<std::int64_t>(xy.size() / 2);
  index_list all;
  for (std::size_t e = 0; e < strict.size(); ++e) {
    const auto a = point_at(xy, strict[e]), b = point_at(xy, strict[(e + 1) % strict.size()]);
    const bool forwards = before(a, b);
    std::map<std::pair<Real, Real>, std::int64_t> on_edge; // by place; the lowest index of each
    for (std::int64_t i = 0; i < n; ++i) {
      const auto p = point_at(xy, i);
      const bool inside = forwards ? before(a, p) && before(p, b) : before(p, a) && before(b, p);
      if (inside && orientation(a, b, p) == 0)
        on_edge.emplace(std::make_pair(p[0], p[1]), i);
    }
    all.push_back(strict[e]);
    if (forwards)
      for (auto it = on_edge.begin(); it != on_edge.end(); ++it)
        all.push_back(it->second);
    else
      for (auto it = on_edge.rbegin(); it != on_edge.rend(); ++it)
        all.push_back(it->second);
    if (strict.size() == 2) { // there is no way back
      all.push_back(strict[1]);
      break;
    }
  }
  return all;
}

} // namespace thrustline::test
