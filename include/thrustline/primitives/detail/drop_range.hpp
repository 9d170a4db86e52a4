// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/primitives/detail/conversion_ranges.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>

/// Dropping segments from a range of the items on CPUs: first what stays is counted, then it is moved. Nothing is
/// written behind what stays.
namespace thrustline::detail {

/// The segments first .. last - 1 that begin in [begin, end), the last one perhaps cut off there. Empty segments belong
/// to the range of the item after them, or to the last range.
template <class Offsets, class Index>
struct segments_of_range {
  Offsets offsets;
  Index begin, end, first, last;

  THRUSTLINE_HD segments_of_range(Offsets offsets, Index m, Index n, Index begin, Index end)
      : offsets(offsets), begin(begin), end(end), first(first_segment_from(offsets, m, begin)),
        last(end == n ? m : first_segment_from(offsets, m, end)) {}

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
  Index m, n;
  Predicate dropped;
  THRUSTLINE_HD place<Index> operator()(Index begin, Index end) const {
    const segments_of_range<Offsets, Index> segments(offsets, m, n, begin, end);
    place<Index> room{0, 0};
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

template <class Offsets, class Predicate, class Items, class ItemsOut, class KeysOut, class OffsetsOut, class Counts,
          class Index>
struct drop_from_range {
  Offsets offsets;
  Index m, n;
  Predicate dropped;
  Items items;
  ItemsOut items_out;
  KeysOut keys_out;
  OffsetsOut offsets_out;
  Counts counts;

  THRUSTLINE_HD void operator()(Index begin, Index end, place<Index> at) const {
    const segments_of_range<Offsets, Index> segments(offsets, m, n, begin, end);
    if (segments.continued() > 0 && !dropped(static_cast<Index>(segments.first - 1))) {
      move(begin, segments.continued(), at.items, static_cast<Index>(at.segments - 1));
      at.items += segments.continued();
    }
    for (Index s = segments.first; s < segments.last; ++s) {
      if (dropped(s))
        continue;
      const Index length = segments.length(s);
      offsets_out[at.segments] = at.items;
      move(offsets[s], length, at.items, at.segments);
      at.items += length;
      ++at.segments;
    }
    if (end < n)
      return;
    offsets_out[at.segments] = at.items;
    counts[0] = at.segments;
    counts[1] = at.items;
  }

private:
  static constexpr Index few = 4;

  /// What a segment's length decides is hard to predict. So there is no loop over what is left of short or long ones:
  /// items are moved twice instead.
  THRUSTLINE_HD void move(Index from, Index length, Index to, Index key) const {
    if (length >= few) {
      for (Index i = 0; i < length - few; i += few)
        move_few(from + i, to + i, key);
      move_few(from + length - few, to + length - few, key);
    } else if (length > 0) {
      move_one(from, to, key);
      if (length > 1) {
        move_one(from + 1, to + 1, key);
        move_one(from + length - 1, to + length - 1, key);
      }
    }
  }

  THRUSTLINE_HD void move_one(Index from, Index to, Index key) const {
    items_out[to] = items[from];
    keys_out[to] = static_cast<value_of<KeysOut>>(key);
  }

  /// Reads all before it writes, which lets compilers use vectors.
  THRUSTLINE_HD void move_few(Index from, Index to, Index key) const {
    using value = value_of<Items>;
    const value values[few] = {value(items[from]), value(items[from + 1]), value(items[from + 2]),
                               value(items[from + 3])};
    for (Index k = 0; k < few; ++k)
      items_out[to + k] = values[k];
    for (Index k = 0; k < few; ++k)
      keys_out[to + k] = static_cast<value_of<KeysOut>>(key);
  }
};

} // namespace thrustline::detail
