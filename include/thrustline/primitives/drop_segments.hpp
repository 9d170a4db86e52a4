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
struct note_place {
  Offsets offsets_out;
  place<Index>* places;
  THRUSTLINE_HD void operator()(Index s, place<Index> const& at) const {
    places[s] = at;
    offsets_out[at.segments] = at.items;
  }
};

template <class Keys, class Offsets, class Predicate, class Items, class Output, class KeysOut, class Index>
struct move_item {
  Keys keys;
  Offsets offsets;
  Predicate dropped;
  const place<Index>* places;
  Items items;
  Output items_out;
  KeysOut keys_out;
  THRUSTLINE_HD void operator()(Index i) const {
    const Index s = keys[i];
    if (dropped(s))
      return;
    const Index to = places[s].items + (i - offsets[s]);
    items_out[to] = items[i];
    keys_out[to] = places[s].segments;
  }
};

template <class Offsets, class Counts, class Index>
struct close_offsets {
  Offsets offsets_out;
  Counts counts;
  const place<Index>* total;
  THRUSTLINE_HD void operator()(Index) const {
    offsets_out[total->segments] = total->items;
    counts[0] = total->segments;
    counts[1] = total->items;
  }
};

} // namespace detail

/// Removes the segments s for which dropped(s) holds, with their items; the order of the others is kept.
///
/// In: keys and offsets of n items in m segments, and the items. Out: items, keys and offsets of the surviving
/// segments, renumbered from 0, with room for all; counts[0] = segments left, counts[1] = items left, in the policy's
/// memory. dropped: a function of the segment's index, asked several times, on the device where the policy is CUDA.
/// Empty segments are kept unless dropped. Work O(n + m).
template <class Policy, class Keys, class Offsets, class Index, class Predicate, class Items, class ItemsOut,
          class KeysOut, class OffsetsOut, class Counts>
void drop_segments(Policy const& policy, Keys keys, Offsets offsets, Index m, Index n, Predicate dropped, Items items,
                   ItemsOut items_out, KeysOut keys_out, OffsetsOut offsets_out, Counts counts) {
  using detail::place;
  if constexpr (detail::is_cuda<Policy>) {
    detail::temporary<place<Index>, Policy> places(policy, m + 1);
    place<Index>* total = places.data() + m;
    detail::place_segments<Index>(policy, m, detail::surviving_length<Offsets, Predicate, Index>{offsets, dropped},
                                  detail::note_place<OffsetsOut, Index>{offsets_out, places.data()}, total);
    detail::for_each_index(policy, n,
                           detail::move_item<Keys, Offsets, Predicate, Items, ItemsOut, KeysOut, Index>{
                               keys, offsets, dropped, places.data(), items, items_out, keys_out});
    detail::for_each_index(policy, Index(1),
                           detail::close_offsets<OffsetsOut, Counts, Index>{offsets_out, counts, total});
  } else {
    detail::for_each_range_from(
        policy, n, place<Index>{0, 0}, detail::surviving_in_range<Offsets, Predicate, Index>{offsets, m, n, dropped},
        detail::sum_places{},
        detail::drop_from_range<Offsets, Predicate, Items, ItemsOut, KeysOut, OffsetsOut, Counts, Index>{
            offsets, m, n, dropped, items, items_out, keys_out, offsets_out, counts});
  }
}

} // namespace thrustline
