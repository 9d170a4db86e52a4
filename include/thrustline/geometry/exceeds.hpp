// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <thrustline/geometry/host_device.hpp>

/// The comparison of a distance with the tolerance (contract of chords: metrics.hpp).
namespace thrustline::detail {

template <class Chord, class Rank, class = void>
struct rank_tells_distance : std::false_type {};
template <class Chord, class Rank>
struct rank_tells_distance<
    Chord, Rank,
    std::void_t<decltype(std::declval<Chord const&>().exceeds(std::declval<Rank>(), std::declval<Rank>()))>>
    : std::true_type {};

template <class Chord, class Rank, class P, class = void>
struct rank_nearly_tells_distance : std::false_type {};
template <class Chord, class Rank, class P>
struct rank_nearly_tells_distance<
    Chord, Rank, P,
    std::void_t<decltype(std::declval<Chord const&>().exceeds(
        std::declval<Rank>(), std::declval<P const&>(), std::int64_t(), std::declval<Rank>()))>> : std::true_type {};

/// chord.distance(p, step) > tolerance for a point p of this rank, in the cheapest way that the chord offers.
template <class Chord, class Rank, class P, class Tolerance>
THRUSTLINE_HD bool exceeds(Chord const& chord, Rank rank, P const& p, std::int64_t step, Tolerance tolerance) {
  constexpr bool same_type = std::is_same_v<Rank, Tolerance>;
  if constexpr (same_type && rank_tells_distance<Chord, Rank>::value)
    return chord.exceeds(rank, tolerance);
  else if constexpr (same_type && rank_nearly_tells_distance<Chord, Rank, P>::value)
    return chord.exceeds(rank, p, step, tolerance);
  else
    return chord.distance(p, step) > tolerance;
}

} // namespace thrustline::detail
