// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/primitives/detail/conversion_ranges.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>

/// Dropping segments from a range of the items on CPUs: first what stays is counted, then it is moved.
namespace thrustline::detail {

/// The segments with items in [begin, end), the first and the last perhaps in part. Empty segments belong to the range
/// of the item after them, or to the last one.
template <class Offsets, class Index>
struct segments_of_range {
  Offsets offsets;
  Index m, n;

  /// Calls visit(s, its first item here, the item after its last here, whether it begins here) in order.
  template <class Visit>
  THRUSTLINE_HD void operator()(Index begin, Index end, Visit& visit) const {
    Index s = first_segment_from(offsets, m, begin);
    Index from = s < m ? static_cast<Index>(offsets[s]) : end;
    if (begin > 0 && from > begin)
      visit(static_cast<Index>(s - 1), begin, from < end ? from : end, false);
    for (; s < m && (from < end || end == n); ++s) {
      const Index next = offsets[s + 1];
      visit(s, from, next < end ? next : end, true);
      from = next;
    }
  }
};

template <class Predicate, class Index>
struct count_surviving {
  Predicate dropped;
  place<Index> room{0, 0};
  THRUSTLINE_HD void operator()(Index s, Index from, Index to, bool begins) {
    if (dropped(s))
      return;
    room.segments += begins;
    room.items += to - from;
  }
};

template <class Predicate, class Items, class ItemsOut, class KeysOut, class OffsetsOut, class Index>
struct move_surviving {
  Predicate dropped;
  Items items;
  ItemsOut items_out;
  KeysOut keys_out;
  OffsetsOut offsets_out;
  place<Index> at;
  THRUSTLINE_HD void operator()(Index s, Index from, Index to, bool begins) {
    if (dropped(s))
      return;
    if (begins)
      offsets_out[at.segments++] = at.items;
    const auto key = static_cast<value_of<KeysOut>>(at.segments - 1);
    for (Index i = from; i < to; ++i, ++at.items) {
      items_out[at.items] = items[i];
      keys_out[at.items] = key;
    }
  }
};

template <class Offsets, class Predicate, class Index>
struct surviving_in_range {
  segments_of_range<Offsets, Index> segments;
  Predicate dropped;
  THRUSTLINE_HD place<Index> operator()(Index begin, Index end) const {
    count_surviving<Predicate, Index> count{dropped};
    segments(begin, end, count);
    return count.room;
  }
};

template <class Offsets, class Predicate, class Items, class ItemsOut, class KeysOut, class OffsetsOut, class Counts,
          class Index>
struct drop_from_range {
  segments_of_range<Offsets, Index> segments;
  Predicate dropped;
  Items items;
  ItemsOut items_out;
  KeysOut keys_out;
  OffsetsOut offsets_out;
  Counts counts;
  THRUSTLINE_HD void operator()(Index begin, Index end, place<Index> start) const {
    move_surviving<Predicate, Items, ItemsOut, KeysOut, OffsetsOut, Index> move{dropped,  items,       items_out,
                                                                                keys_out, offsets_out, start};
    segments(begin, end, move);
    if (end < segments.n)
      return;
    offsets_out[move.at.segments] = move.at.items;
    counts[0] = move.at.segments;
    counts[1] = move.at.items;
  }
};

} // namespace thrustline::detail
