// SPDX-License-Identifier: MIT
#pragma once

#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/primitives/detail/drop_range.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

namespace thrustline {
namespace detail {

template <class Offsets, class Predicate, class Index>
struct surviving_length {
  Offsets offsets;
  Predicate dropped;
  THRUSTLINE_HD Index operator()(Index s) const { return dropped(s) ? Index(-1) : offsets[s + 1] - offsets[s]; }
};

/// Notes where a surviving segment goes: its new index and its first item's.
template <class Offsets, class Index>
struct note_position {
  Offsets offsets_out;
  segment_position<Index>* places;
  THRUSTLINE_HD void operator()(Index s, segment_position<Index> const& at) const {
    places[s] = at;
    offsets_out[at.segments] = at.items;
  }
};

template <class From, class To, class Predicate, class Index>
struct move_item {
  From from;
  To to;
  Predicate dropped;
  const segment_position<Index>* places;
  THRUSTLINE_HD void operator()(Index i) const {
    const Index s = from.keys[i];
    if (dropped(s))
      return;
    const Index place = places[s].items + (i - from.offsets[s]);
    to.items[place] = from.items[i];
    to.keys[place] = places[s].segments;
  }
};

template <class Offsets, class Counts, class Index>
struct close_offsets {
  Offsets offsets_out;
  Counts counts;
  const segment_position<Index>* total;
  THRUSTLINE_HD void operator()(Index) const {
    offsets_out[total->segments] = total->items;
    counts[0] = total->segments;
    counts[1] = total->items;
  }
};

/// On a device: places the surviving segments by a scan, then moves the items.
template <class Policy, class From, class Index, class Predicate, class To, class Counts>
void drop_by_scan(Policy const& policy, From from, segmented_size<Index> size, Predicate dropped, To to,
                  Counts counts) {
  using offsets_in = decltype(from.offsets);
  using offsets_out = decltype(to.offsets);
  temporary<segment_position<Index>, Policy> places(policy, size.segments + 1);
  segment_position<Index>* const total = places.data() + size.segments;
  place_segments<Index>(policy, size.segments, surviving_length<offsets_in, Predicate, Index>{from.offsets, dropped},
                        note_position<offsets_out, Index>{to.offsets, places.data()}, total);
  for_each_index(policy, size.items, move_item<From, To, Predicate, Index>{from, to, dropped, places.data()});
  for_each_index(policy, Index(1), close_offsets<offsets_out, Counts, Index>{to.offsets, counts, total});
}

/// On CPU cores: counts what survives of each range of the items, then moves it.
template <class Policy, class From, class Index, class Predicate, class To, class Counts>
void drop_by_ranges(Policy const& policy, From from, segmented_size<Index> size, Predicate dropped, To to,
                    Counts counts) {
  for_each_range_from(policy, size.items, segment_position<Index>{0, 0},
                      surviving_in_range<decltype(from.offsets), Predicate, Index>{from.offsets, size, dropped},
                      sum_positions{},
                      drop_from_range<From, To, Predicate, Counts, Index>{from, to, size, dropped, counts});
}

} // namespace detail

/// Removes the segments s for which dropped(s) holds, with their items; the order of the others is kept.
///
/// from, to: segmented_view{keys, offsets, items}. `from` holds size.items items in size.segments segments; `to`
/// receives the surviving segments, renumbered from 0; nothing is written behind them. counts: two values in the
/// policy's memory, for the number of surviving segments and of their items. dropped: a function of a segment's index;
/// it is called several times for each segment, on the device where the policy is CUDA. Empty segments are kept unless
/// dropped. Work O(items + segments).
template <class Policy, class From, class Index, class Predicate, class To, class Counts>
void drop_segments(Policy const& policy, From from, segmented_size<Index> size, Predicate dropped, To to,
                   Counts counts) {
  if constexpr (detail::is_cuda<Policy>)
    detail::drop_by_scan(policy, from, size, dropped, to, counts);
  else
    detail::drop_by_ranges(policy, from, size, dropped, to, counts);
}

} // namespace thrustline
