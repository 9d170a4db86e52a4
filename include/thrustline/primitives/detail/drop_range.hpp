// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/primitives/detail/conversion_ranges.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>
#include <thrustline/primitives/detail/segmented_view.hpp>

/// Drops segments from a range of the items on CPUs: counts what survives, then moves it. Nothing is written behind
/// what survives.
namespace thrustline::detail {

/// The segments first .. last - 1 that begin in [begin, end); the last one may go on behind it. Empty segments belong
/// to the range of the item after them, or to the last range.
template <class Offsets, class Index>
struct segments_of_range {
  Offsets offsets;
  Index begin, end, first, last;

  THRUSTLINE_HD segments_of_range(Offsets offsets, segmented_size<Index> size, Index begin, Index end)
      : offsets(offsets), begin(begin), end(end), first(first_segment_from(offsets, size.segments, begin)),
        last(end == size.items ? size.segments : first_segment_from(offsets, size.segments, end)) {}

  /// Items of the segment first - 1, which began before the range.
  THRUSTLINE_HD Index continued() const { return (first == last ? end : static_cast<Index>(offsets[first])) - begin; }

  THRUSTLINE_HD Index length(Index s) const {
    const Index next = offsets[s + 1];
    return (next < end ? next : end) - offsets[s];
  }
};

template <class Offsets, class Predicate, class Index>
struct surviving_in_range {
  Offsets offsets;
  segmented_size<Index> size;
  Predicate dropped;
  THRUSTLINE_HD segment_position<Index> operator()(Index begin, Index end) const {
    const segments_of_range<Offsets, Index> segments(offsets, size, begin, end);
    segment_position<Index> room{0, 0};
    if (segments.continued() > 0 && !dropped(static_cast<Index>(segments.first - 1)))
      room.items = segments.continued();
    for (Index s = segments.first; s < segments.last; ++s) {
      const Index stays = !dropped(s);
      room.segments += stays;
      room.items += segments.length(s) & -stays; // no branch: the loop can be vectorised
    }
    return room;
  }
};

template <class From, class To, class Predicate, class Counts, class Index>
struct drop_from_range {
  From from;
  To to;
  segmented_size<Index> size;
  Predicate dropped;
  Counts counts;

  THRUSTLINE_HD void operator()(Index begin, Index end, segment_position<Index> at) const {
    const segments_of_range<decltype(From::offsets), Index> segments(from.offsets, size, begin, end);
    if (segments.continued() > 0 && !dropped(static_cast<Index>(segments.first - 1))) {
      move(begin, segments.continued(), at.items, static_cast<Index>(at.segments - 1));
      at.items += segments.continued();
    }
    for (Index s = segments.first; s < segments.last; ++s) {
      if (dropped(s))
        continue;
      const Index length = segments.length(s);
      to.offsets[at.segments] = at.items;
      move(from.offsets[s], length, at.items, at.segments);
      at.items += length;
      ++at.segments;
    }
    if (end < size.items)
      return;
    to.offsets[at.segments] = at.items;
    counts[0] = at.segments;
    counts[1] = at.items;
  }

private:
  static constexpr Index few = 4;

  using key_out = value_of<decltype(To::keys)>;

  /// Branches that depend on a segment's length are hard to predict. So there is no loop over the last few items: some
  /// are moved twice instead.
  THRUSTLINE_HD void move(Index begin, Index length, Index place, Index key) const {
    if (length >= few) {
      for (Index i = 0; i < length - few; i += few)
        move_few(begin + i, place + i, key);
      move_few(begin + length - few, place + length - few, key);
    } else if (length > 0) {
      move_one(begin, place, key);
      if (length > 1) {
        move_one(begin + 1, place + 1, key);
        move_one(begin + length - 1, place + length - 1, key);
      }
    }
  }

  THRUSTLINE_HD void move_one(Index i, Index place, Index key) const {
    to.items[place] = from.items[i];
    to.keys[place] = static_cast<key_out>(key);
  }

  /// Reads all before it writes, which lets compilers use vectors.
  THRUSTLINE_HD void move_few(Index i, Index place, Index key) const {
    using value = value_of<decltype(From::items)>;
    const value values[few] = {value(from.items[i]), value(from.items[i + 1]), value(from.items[i + 2]),
                               value(from.items[i + 3])};
    for (Index k = 0; k < few; ++k)
      to.items[place + k] = values[k];
    for (Index k = 0; k < few; ++k)
      to.keys[place + k] = static_cast<key_out>(key);
  }
};

} // namespace thrustline::detail
