// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <thrustline/simplify.hpp>

#include "batch.hpp"
#include "compare.hpp"
#include "ring_rules.hpp"

/// Batches of rings and lines, and what every rule for rings makes of them.
namespace thrustline::test {

inline constexpr ring_start all_starts[] = {ring_start::first, ring_start::least};
inline constexpr ring_minimum all_minima[] = {ring_minimum::none, ring_minimum::keep, ring_minimum::drop};

/// A batch of rings and lines. A ring repeats its first point at its end, or all series are rings and none does.
template <class Real, int D>
struct ring_batch {
  std::vector<plain_ring<Real, D>> rings; ///< and lines, whose points are their places
  std::vector<std::uint8_t> is_ring;
  bool repeats = true;

  batch<Real, D> lines;
  keep_mask pins;

  void lay_out() {
    lines = {};
    pins.clear();
    for (std::size_t s = 0; s < rings.size(); ++s) {
      plain_ring<Real, D> const& ring = rings[s];
      std::vector<Real> points = ring.coordinates;
      pins.insert(pins.end(), ring.pins.begin(), ring.pins.end());
      if (repeats && is_ring[s] && ring.places() > 0) {
        points.insert(points.end(), ring.coordinates.begin(), ring.coordinates.begin() + D);
        pins.push_back(0);
      }
      lines.add(points);
    }
  }

  simplify_options with(simplify_options options, bool pinned) const {
    if (pinned)
      options.pins(pins.data(), static_cast<std::int64_t>(pins.size()));
    if (!repeats)
      return options.closed(true);
    return options.rings(is_ring.data(), static_cast<std::int64_t>(is_ring.size()));
  }

  /// What is expected with one tolerance for each series.
  answer expected(std::vector<double> const& tolerances, ring_rules const& rules, bool pinned) const {
    answer all;
    for (std::size_t s = 0; s < rings.size(); ++s) {
      plain_ring<Real, D> ring = rings[s];
      if (!pinned)
        std::fill(ring.pins.begin(), ring.pins.end(), std::uint8_t(0));
      answer one;
      if (is_ring[s]) {
        one = simplify_ring(ring, tolerances[s], rules);
        if (repeats && ring.places() > 0)
          one.mask.push_back(std::count(one.mask.begin(), one.mask.end(), 1) > 0 ? 1 : 0);
      } else {
        one = reference(
            polyline<Real, D>(ring.coordinates.data(), ring.places()),
            simplify_options{}.tolerance(tolerances[s]).metric(rules.by).pins(ring.pins.data(), ring.places()));
      }
      all.mask.insert(all.mask.end(), one.mask.begin(), one.mask.end());
      all.report.levels = std::max(all.report.levels, one.report.levels);
    }
    all.report.kept = std::count(all.mask.begin(), all.mask.end(), 1);
    return all;
  }
};

/// A ring of n places around the origin, rough, about ten units wide.
template <class Real, int D>
plain_ring<Real, D> rough_ring(std::int64_t n, random_numbers& numbers) {
  plain_ring<Real, D> ring;
  for (std::int64_t i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(n),
                 radius = 5 + numbers.normal();
    ring.coordinates.push_back(static_cast<Real>(radius * std::cos(angle)));
    ring.coordinates.push_back(static_cast<Real>(radius * std::sin(angle)));
    for (int d = 2; d < D; ++d)
      ring.coordinates.push_back(static_cast<Real>(numbers.normal()));
    ring.pins.push_back(numbers.below(40) == 0 ? 1 : 0);
  }
  return ring;
}

template <class Real, int D>
ring_batch<Real, D> made_rings(std::int64_t series, std::int64_t longest, bool repeats, std::uint64_t seed) {
  random_numbers numbers(seed);
  ring_batch<Real, D> made;
  made.repeats = repeats;
  for (std::int64_t s = 0; s < series; ++s) {
    const std::int64_t choice = numbers.below(4);
    const std::int64_t n = choice == 0 ? numbers.below(6) : choice < 3 ? numbers.below(30) : numbers.below(longest);
    made.rings.push_back(rough_ring<Real, D>(n, numbers));
    made.is_ring.push_back(!repeats || numbers.below(4) > 0 ? static_cast<std::uint8_t>(1 + numbers.below(255)) : 0);
  }
  made.lay_out();
  return made;
}

inline simplify_options options_of(ring_rules const& rules) {
  return simplify_options{}
      .ring_start(rules.start)
      .drop_superfluous_start(rules.drop_superfluous_start)
      .ring_minimum(rules.minimum)
      .metric(rules.by);
}

template <class F>
void for_all_rules(F f) {
  for (ring_start start : all_starts)
    for (ring_minimum minimum : all_minima)
      for (bool drop_start : {false, true}) {
        INFO("start ", start == ring_start::least ? "least" : "first", ", minimum ", static_cast<int>(minimum),
             drop_start ? ", superfluous starts are dropped" : "");
        f(ring_rules{start, drop_start, minimum, metric::segment});
      }
}

/// The coordinates of the kept points of one ring, from the least on: the same for rings that differ in their start.
template <class Real, int D>
std::vector<std::vector<Real>> kept_from_least(plain_ring<Real, D> const& ring, keep_mask const& mask) {
  plain_ring<Real, D> kept;
  for (std::int64_t i = 0; i < ring.places(); ++i)
    if (mask[i]) {
      kept.coordinates.insert(kept.coordinates.end(), ring.coordinates.begin() + i * D,
                              ring.coordinates.begin() + (i + 1) * D);
      kept.pins.push_back(ring.pins[i]);
    }
  std::vector<std::vector<Real>> points;
  for (std::int64_t step = 0; step < kept.places(); ++step)
    points.push_back(kept.at(kept.least(), step));
  return points;
}

} // namespace thrustline::test
