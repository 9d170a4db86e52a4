// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compare.hpp"
#include "reference.hpp"

/// What simplify() promises for rings, from the rules' own words: a ring is rolled so that it begins at its start, and
/// simplified as an open line by engine `recursive` on one core.
namespace thrustline::test {

/// One ring: its points, each at one place, without a copy of the first at the end.
template <class Real, int D>
struct plain_ring {
  std::vector<Real> coordinates;
  std::vector<std::uint8_t> pins; ///< for each place

  std::int64_t places() const { return static_cast<std::int64_t>(pins.size()); }

  /// The point `step` places behind `start`, with its pin.
  std::vector<Real> at(std::int64_t start, std::int64_t step) const {
    const std::int64_t i = (start + step) % places();
    std::vector<Real> point(coordinates.begin() + i * D, coordinates.begin() + (i + 1) * D);
    point.push_back(pins[i] ? 1 : 0);
    return point;
  }

  bool rolled_is_less(std::int64_t a, std::int64_t b) const {
    for (std::int64_t step = 0; step < places(); ++step)
      if (at(a, step) != at(b, step))
        return at(a, step) < at(b, step);
    return false;
  }

  /// The place from which on the sequence of points is the least.
  std::int64_t least() const {
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < places(); ++i)
      if (!(at(best, 0) < at(i, 0)) && rolled_is_less(i, best))
        best = i;
    return best;
  }

  plain_ring rolled(std::int64_t places_on) const {
    plain_ring turned = *this;
    std::rotate(turned.coordinates.begin(), turned.coordinates.begin() + places_on * D, turned.coordinates.end());
    std::rotate(turned.pins.begin(), turned.pins.begin() + places_on, turned.pins.end());
    return turned;
  }
};

/// The mask of the places of a ring that begins at its start, with more pins.
template <class Real, int D>
answer simplify_opened(plain_ring<Real, D> ring, std::vector<std::uint8_t> const& more_pins, double tolerance,
                       metric by) {
  const std::int64_t n = ring.places();
  ring.coordinates.insert(ring.coordinates.end(), ring.coordinates.begin(), ring.coordinates.begin() + D);
  for (std::int64_t i = 0; i < n; ++i)
    ring.pins[i] |= more_pins[i];
  ring.pins.push_back(0);
  answer got = reference(polyline<Real, D>(ring.coordinates.data(), n + 1),
                         simplify_options{}.tolerance(tolerance).metric(by).pins(ring.pins.data(), n + 1));
  got.mask.pop_back();
  return got;
}

template <class Real, int D>
exact_point exact_at(plain_ring<Real, D> const& ring, std::int64_t i) {
  return exact<Real, D>(ring.coordinates.data() + i * D, i);
}

/// The place other than 0 and `taken` that is farthest from the chord of places 0 and `to`; the first of equal ones.
template <class Real, int D>
std::int64_t farthest_place(plain_ring<Real, D> const& ring, std::int64_t to, std::int64_t taken) {
  std::int64_t best = 0;
  long double most = -1;
  for (std::int64_t i = 1; i < ring.places(); ++i) {
    const long double distance =
        exact_distance(metric::segment, exact_at(ring, 0), exact_at(ring, to), exact_at(ring, i));
    if (i != taken && distance > most)
      best = i, most = distance;
  }
  return best;
}

struct ring_rules {
  ring_start start = ring_start::first;
  bool drop_superfluous_start = false;
  ring_minimum minimum = ring_minimum::none;
  metric by = metric::segment;
};

/// The mask of a ring's places, in their own order.
template <class Real, int D>
answer simplify_ring(plain_ring<Real, D> const& given, double tolerance, ring_rules const& rules) {
  const std::int64_t n = given.places();
  if (n == 0)
    return {};
  const std::int64_t start = rules.start == ring_start::least ? given.least() : 0;
  const plain_ring<Real, D> ring = given.rolled(start);
  std::vector<std::uint8_t> more_pins(static_cast<std::size_t>(n), 0);
  answer got = simplify_opened(ring, more_pins, tolerance, rules.by);
  const auto kept_places = [&] {
    std::vector<std::int64_t> kept;
    for (std::int64_t i = 0; i < n; ++i)
      if (got.mask[i])
        kept.push_back(i);
    return kept;
  };
  std::vector<std::int64_t> kept = kept_places();
  const auto has_pin = [&] {
    return std::any_of(kept.begin(), kept.end(), [&](std::int64_t i) { return ring.pins[i] != 0; });
  };
  const bool completed = rules.minimum == ring_minimum::keep || (rules.minimum == ring_minimum::drop && has_pin());
  const std::size_t enough = completed ? 4 : 3;
  if (rules.drop_superfluous_start && !ring.pins[0] && kept.size() >= enough &&
      exact_distance(rules.by, exact_at(ring, kept.back()), exact_at(ring, kept[1]), exact_at(ring, 0)) <=
          static_cast<Real>(tolerance))
    got.mask[0] = 0;
  kept = kept_places();
  if (kept.size() < 3 && rules.minimum == ring_minimum::drop && !has_pin()) {
    std::fill(got.mask.begin(), got.mask.end(), std::uint8_t(0));
  } else if (static_cast<std::int64_t>(kept.size()) < std::min<std::int64_t>(3, n) &&
             rules.minimum != ring_minimum::none) {
    const std::int64_t far = farthest_place(ring, 0, 0);
    more_pins[far] = more_pins[farthest_place(ring, far, far)] = 1;
    more_pins[0] = 0; // a ring of two places has no second one
    const std::int64_t levels = got.report.levels;
    got = simplify_opened(ring, more_pins, tolerance, rules.by);
    got.report.levels = std::max(got.report.levels, levels);
  }
  std::rotate(got.mask.begin(), got.mask.begin() + (n - start) % n, got.mask.end());
  return got;
}

} // namespace thrustline::test
