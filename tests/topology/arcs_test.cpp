// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/arcs.hpp>

#include "check_refused.hpp"
#include "executors.hpp"
#include "planar_layers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

using place = std::pair<double, double>;
using edge = std::pair<place, place>;

place place_of(lattice_point const& p) { return {p[0], p[1]}; }

polylines<double, 2> view(flat_lines const& lines) {
  return {lines.points.empty() ? nullptr : lines.points.front().x, lines.count(), lines.offsets.data(), lines.lines()};
}

/// A map of size x size countries: squares whose borders have `steps` crooked steps, as rings that start anywhere and
/// turn either way.
flat_lines countries(std::int64_t size, std::int64_t steps, std::uint64_t seed) {
  const auto border = [&](lattice_point from, lattice_point to) {
    lattice_line points;
    for (std::int64_t k = 0; k <= steps; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(steps);
      const double aside = k == 0 || k == steps ? 0 : 0.1 * std::sin(7 * (from[0] + 3 * from[1]) + 40 * t);
      points.push_back({{from[0] + t * (to[0] - from[0]) + aside * (to[1] - from[1]),
                         from[1] + t * (to[1] - from[1]) + aside * (to[0] - from[0])}});
    }
    return points;
  };
  random_numbers numbers(seed);
  flat_lines all;
  for (std::int64_t c = 0; c < size * size; ++c) {
    const auto x = static_cast<double>(c % size), y = static_cast<double>(c / size);
    const std::array<lattice_line, 4> sides{border({{x, y}}, {{x + 1, y}}), border({{x + 1, y}}, {{x + 1, y + 1}}),
                                            border({{x, y + 1}}, {{x + 1, y + 1}}), border({{x, y}}, {{x, y + 1}})};
    lattice_line ring;
    for (int k = 0; k < 4; ++k) {
      lattice_line side = sides[static_cast<std::size_t>(k)];
      if (k >= 2)
        std::reverse(side.begin(), side.end());
      ring.insert(ring.end(), side.begin(), side.end() - 1);
    }
    std::rotate(ring.begin(), ring.begin() + numbers.below(static_cast<std::int64_t>(ring.size())), ring.end());
    if (numbers.below(2))
      std::reverse(ring.begin(), ring.end());
    ring.push_back(ring.front());
    all.add(ring);
  }
  return all;
}

/// The lines again, from their arcs; the points that repeat the one before from that.
std::vector<lattice_point> points_of_uses(line_arcs<double> const& arcs) {
  const std::set<std::int64_t> repeats(arcs.repeats.begin(), arcs.repeats.end());
  std::vector<lattice_point> points(static_cast<std::size_t>(arcs.points));
  for (arc_use const& use : arcs.uses.values) {
    const std::int64_t begin = arcs.arcs.offsets[use.arc], end = arcs.arcs.offsets[use.arc + 1];
    std::int64_t i = use.first;
    for (std::int64_t k = 0; k < end - begin; ++k) {
      const std::int64_t from = use.reversed ? end - 1 - k : begin + k;
      do
        points[i] = {{arcs.arcs.values[2 * from], arcs.arcs.values[2 * from + 1]}};
      while (repeats.count(++i) > 0);
    }
  }
  return points;
}

/// Points that repeat the one before, but for the end of a line of equal points alone.
std::vector<std::int64_t> repeats_of(flat_lines const& lines) {
  std::vector<std::int64_t> repeats;
  for (std::int64_t l = 0; l < lines.lines(); ++l) {
    const auto begin = lines.points.begin() + lines.offsets[l], end = lines.points.begin() + lines.offsets[l + 1];
    const bool is_one_place = std::all_of(begin, end, [&](lattice_point const& p) { return same_place(p, *begin); });
    for (auto p = begin; p != end; ++p)
      if (p != begin && same_place(p[-1], *p) && !(is_one_place && p + 1 == end))
        repeats.push_back(p - lines.points.begin());
  }
  return repeats;
}

/// The places where a line meets an end of a line, and those whose points have different neighbours, by sets of
/// neighbours. Repeated points count as one, as do both ends of a ring.
std::set<place> junctions_by_neighbours(flat_lines const& lines) {
  std::set<place> junctions, ends;
  std::map<place, std::set<edge>> neighbours;
  std::map<place, int> occurrences;
  for (std::int64_t l = 0; l < lines.lines(); ++l) {
    lattice_line line(lines.points.begin() + lines.offsets[l], lines.points.begin() + lines.offsets[l + 1]);
    if (line.empty())
      continue;
    ends.insert(place_of(line.front()));
    ends.insert(place_of(line.back()));
    line.erase(std::unique(line.begin(), line.end(), same_place), line.end());
    const bool is_ring = line.size() > 1 && same_place(line.front(), line.back());
    for (std::size_t k = 0; k + (is_ring ? 1 : 0) < line.size(); ++k)
      ++occurrences[place_of(line[k])];
    for (std::size_t k = 1; k + 1 < line.size(); ++k) {
      const place before = place_of(line[k - 1]), after = place_of(line[k + 1]);
      neighbours[place_of(line[k])].insert({std::min(before, after), std::max(before, after)});
    }
  }
  for (auto const& [at, pairs] : neighbours)
    if (pairs.size() > 1)
      junctions.insert(at);
  for (place const& at : ends)
    if (occurrences[at] > 1)
      junctions.insert(at);
  return junctions;
}

void check_arcs(flat_lines const& lines) {
  const std::set<place> junctions = junctions_by_neighbours(lines);
  for (executor const& on : executors()) {
    const line_arcs<double> arcs = build_arcs(on, view(lines));
    CHECK(arcs.junctions == static_cast<std::int64_t>(junctions.size()));
    const std::vector<lattice_point> again = points_of_uses(arcs);
    CHECK(std::equal(again.begin(), again.end(), lines.points.begin(), lines.points.end(), same_place));
    CHECK(arcs.repeats == repeats_of(lines));

    // Lines are cut at junctions and nowhere else.
    for (std::int64_t l = 0; l < lines.lines(); ++l) {
      std::vector<std::int64_t> cuts, expected;
      for (std::int64_t u = arcs.uses.offsets[l]; u < arcs.uses.offsets[l + 1]; ++u)
        cuts.push_back(arcs.uses.values[u].first);
      const auto is_last = [&](std::int64_t i) {
        return std::all_of(lines.points.begin() + i, lines.points.begin() + lines.offsets[l + 1],
                           [&](lattice_point const& p) { return same_place(p, lines.points[i]); });
      };
      for (std::int64_t i = lines.offsets[l]; i < lines.offsets[l + 1]; ++i)
        if (i == lines.offsets[l] || (!std::binary_search(arcs.repeats.begin(), arcs.repeats.end(), i) && !is_last(i) &&
                                      junctions.count(place_of(lines.points[i]))))
          expected.push_back(i);
      CHECK(cuts == expected);
    }

    // Each arc is there once.
    std::set<std::vector<place>> different;
    std::vector<bool> is_used(arcs.arcs.offsets.size() - 1);
    for (std::size_t a = 0; a + 1 < arcs.arcs.offsets.size(); ++a) {
      std::vector<place> arc;
      for (std::int64_t k = arcs.arcs.offsets[a]; k < arcs.arcs.offsets[a + 1]; ++k)
        arc.push_back({arcs.arcs.values[2 * k] + 0.0, arcs.arcs.values[2 * k + 1] + 0.0});
      std::vector<place> back(arc.rbegin(), arc.rend());
      CHECK(different.insert(std::min(arc, back)).second);
    }
    for (arc_use const& use : arcs.uses.values)
      is_used[use.arc] = true;
    CHECK(std::count(is_used.begin(), is_used.end(), false) == 0);
  }
}

} // namespace

TEST_CASE("countries share each border, and keep sharing it") {
  constexpr std::int64_t size = 12;
  const flat_lines lines = countries(size, 8, 1);
  check_arcs(lines);
  for (executor const& on : executors()) {
    const line_arcs<double> arcs = build_arcs(on, view(lines));
    CHECK(arcs.shared >= 2 * size * (size - 1));
    CHECK(arcs.arcs.offsets.back() < 3 * lines.count() / 4);

    const auto options = simplify_options{}.tolerance(0.05).topology(topology::both);
    const std::vector<std::uint8_t> keep = mask_of_lines(arcs, simplify_mask(on, arcs.view(), options));
    std::map<edge, int> edges;
    std::int64_t kept = 0;
    for (std::int64_t l = 0; l < lines.lines(); ++l)
      for (std::int64_t i = lines.offsets[l], before = i; i < lines.offsets[l + 1]; ++i) {
        if (!keep[i])
          continue;
        const place a = place_of(lines.points[before]), b = place_of(lines.points[i]);
        if (i != before)
          ++edges[{std::min(a, b), std::max(a, b)}];
        before = i;
        ++kept;
      }
    CHECK(kept < lines.count() * 3 / 4);
    std::int64_t outer = 0;
    for (auto const& [at, times] : edges) {
      CHECK(times <= 2);
      outer += times == 1;
    }
    CHECK(outer >= 4 * size);
    CHECK(outer <= 4 * size * 8); // those of the rim alone
  }
}

TEST_CASE("lines are cut at junctions only, and each arc is there once") {
  for (std::int64_t extent : {2, 3, 6, 20})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      random_numbers numbers(seed);
      flat_lines lines;
      while (lines.count() < 1200) {
        lattice_line line;
        for (std::int64_t n = numbers.below(12); n > 0; --n)
          line.push_back({{static_cast<double>(numbers.below(extent)), numbers.below(2) ? 0.0 : -0.0}});
        if (!line.empty() && numbers.below(3) == 0)
          line.push_back(line.front());
        lines.add(line);
        if (numbers.below(4) == 0) {
          std::reverse(line.begin(), line.end());
          lines.add(line);
        }
      }
      check_arcs(lines);
    }
}

TEST_CASE("equal rings with different starts have the same arcs") {
  lattice_line ring{{{0, 0}}, {{4, 0}}, {{4, 4}}, {{0, 4}}, {{0, 0}}};
  flat_lines lines;
  lines.add(ring);
  lines.add({{{4, 4}}, {{4, 0}}, {{0, 0}}, {{0, 4}}, {{4, 4}}});
  lines.add({{{10, 0}}, {{14, 0}}, {{14, 4}}, {{10, 0}}});
  check_arcs(lines);
  const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
  CHECK(arcs.arcs.offsets.size() - 1 == 3);
  CHECK(arcs.shared == 2);
  CHECK(arcs.junctions == 2);
}

TEST_CASE("repeated ends are no junctions") {
  for (lattice_line const& line :
       std::vector<lattice_line>{{{{0, 0}}, {{0, 0}}, {{4, 0}}, {{0, 4}}, {{0, 0}}},
                                 {{{0, 0}}, {{4, 0}}, {{0, 4}}, {{0, 0}}, {{0, 0}}, {{0, 0}}},
                                 {{{0, 0}}, {{0, 0}}, {{4, 0}}, {{4, 4}}, {{4, 4}}, {{4, 4}}}}) {
    const flat_lines lines({line});
    check_arcs(lines);
    const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
    CHECK(arcs.arcs.offsets.size() - 1 == 1);
    CHECK(arcs.junctions == 0);
  }
}

TEST_CASE("points that repeat others change no border, and masks keep one of them") {
  const lattice_line border{{{0, 0}}, {{1, 0.1}}, {{2, 0}}, {{3, -0.1}}, {{4, 0}}};
  random_numbers numbers(4);
  for (int round = 0; round < 200; ++round) {
    flat_lines lines;
    for (const bool reversed : {false, true}) {
      lattice_line line;
      for (lattice_point const& p : border)
        line.insert(line.end(), static_cast<std::size_t>(1 + numbers.below(3)), p);
      if (reversed)
        std::reverse(line.begin(), line.end());
      lines.add(line);
    }
    check_arcs(lines);
    const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
    REQUIRE(arcs.shared == 1);
    REQUIRE(arcs.view().points == 5);
    for (std::vector<std::uint8_t> const& kept : {std::vector<std::uint8_t>{1, 0, 0, 0, 1}, {1, 1, 0, 1, 1}}) {
      const std::vector<std::uint8_t> mask = mask_of_lines(arcs, kept);
      for (std::int64_t l = 0; l < 2; ++l) {
        lattice_line left;
        for (std::int64_t i = lines.offsets[l]; i < lines.offsets[l + 1]; ++i)
          if (mask[i])
            left.push_back(lines.points[i]);
        CHECK(left.size() == static_cast<std::size_t>(std::count(kept.begin(), kept.end(), 1)));
        CHECK(std::unique(left.begin(), left.end(), same_place) == left.end());
        CHECK(mask[lines.offsets[l]] == 1);
        CHECK(mask[lines.offsets[l + 1] - 1] == 1);
      }
      CHECK(mask_of_arcs(arcs, mask) == kept);
    }
    std::vector<std::uint8_t> pins(lines.points.size());
    pins[lines.offsets[1] - 1 - numbers.below(3)] = 1; // perhaps a repeat
    const std::vector<std::uint8_t> pinned = mask_of_arcs(arcs, pins);
    CHECK(std::count(pinned.begin(), pinned.end(), 1) == 1);
  }
}

TEST_CASE("both ends of a line of equal points are kept") {
  const flat_lines lines(std::vector<lattice_line>{{{{1, 1}}, {{1, 1}}, {{1, 1}}}, {{{2, 2}}}, {{{3, 3}}, {{3, 3}}}});
  check_arcs(lines);
  const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
  CHECK(arcs.view().points == 5);
  CHECK(mask_of_lines(arcs, {1, 1, 1, 1, 1}) == std::vector<std::uint8_t>{1, 0, 1, 1, 1, 1});
}

TEST_CASE("masks go from lines to arcs and back") {
  const flat_lines lines = countries(3, 5, 2);
  const line_arcs<double> arcs = build_arcs(executor::cpu(1), view(lines));
  std::vector<std::uint8_t> pins(lines.points.size());
  pins[7] = 1;
  const std::vector<std::uint8_t> back = mask_of_lines(arcs, mask_of_arcs(arcs, pins));
  for (std::size_t i = 0; i < back.size(); ++i)
    CHECK(back[i] == same_place(lines.points[i], lines.points[7]));
  check_refused([&] { mask_of_lines(arcs, pins); }, "arc_mask", "values");
  check_refused([&] { mask_of_arcs(arcs, {}); }, "line_mask", "0 values");
}

TEST_CASE("arcs of few and of many points") {
  check_arcs(flat_lines());
  flat_lines lines;
  lines.add({});
  lines.add({{{1, 1}}});
  lines.add({{{1, 1}}});
  lines.add({{{1, 1}}, {{1, 1}}});
  check_arcs(lines);
  check_arcs(countries(20, 10, 3));

  std::vector<float> floats;
  for (lattice_point const& p : countries(3, 5, 2).points)
    floats.insert(floats.end(), {static_cast<float>(p[0]), static_cast<float>(p[1])});
  const polyline<float, 2> line(floats.data(), static_cast<std::int64_t>(floats.size()) / 2);
  CHECK(build_arcs(executor::cpu(2), line).points == line.points);
  floats[5] = std::numeric_limits<float>::quiet_NaN();
  check_refused([&] { build_arcs(executor::cpu(1), line); }, "coordinates", "point 2");
}
