// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <thrustline/algorithms/detail/chord_ends.hpp>
#include <thrustline/detail/read_back.hpp>
#include <thrustline/primitives/detail/place_segments.hpp>
#include <thrustline/primitives/head_flags_keys_offsets.hpp>
#include <thrustline/primitives/segmented_arg_max.hpp>

/// State of the RDP loop: the open segments, and the points inside them as the items of a segmented layout.
namespace thrustline::detail {

/// View of the open segments for functions that run on the device. The points inside segment s are the items
/// [offsets[s], offsets[s + 1]); the item at offsets[s] is the point after first[s].
template <class Index, class Rank>
struct open_view {
  const Index* first;
  const Index* offsets;
  const Index* keys;
  indexed<Rank, Index>* farthest; ///< {rank, point} of each segment; negative rank: not cut

  THRUSTLINE_HD chord_ends<Index> ends(Index s) const {
    return {first[s], first[s] + (offsets[s + 1] - offsets[s]) + 1};
  }
};

/// Number of points inside half j: the left half of segment j / 2 for even j, the right one for odd j. -1, which means
/// absent, for halves without points and for those of segments that were not cut.
template <class Index, class Rank>
struct half_length {
  static_assert(!std::is_unsigned_v<Rank>, "a rank of -1 stands for no point");
  open_view<Index, Rank> open;
  THRUSTLINE_HD Index operator()(Index j) const {
    const Index s = j / 2;
    const indexed<Rank, Index> cut = open.farthest[s];
    if (cut.value < Rank(0))
      return -1;
    const chord_ends<Index> ends = open.ends(s);
    const Index inside = (j % 2 == 0 ? cut.index - ends.first : ends.last - cut.index) - 1;
    return inside > 0 ? inside : -1;
  }
};

/// Writes the first point and the offset of half j, which becomes the open segment `at`.
template <class Index, class Rank>
struct begin_half {
  open_view<Index, Rank> open;
  Index *first, *offsets;
  THRUSTLINE_HD void operator()(Index j, segment_position<Index> const& at) const {
    first[at.segments] = j % 2 == 0 ? open.first[j / 2] : open.farthest[j / 2].index;
    offsets[at.segments] = at.items;
  }
};

/// Number of points inside series s; -1, which means absent, if there is none.
template <class Index, class Series>
struct series_length {
  Series series;
  THRUSTLINE_HD Index operator()(Index s) const {
    const chord_ends<Index> ends = series(s);
    return ends.last - ends.first > 1 ? ends.last - ends.first - 1 : Index(-1);
  }
};

/// Writes the first point and the offset of series s, which becomes the open segment `at`.
template <class Index, class Series>
struct begin_series {
  Series series;
  Index *first, *offsets;
  THRUSTLINE_HD void operator()(Index s, segment_position<Index> const& at) const {
    first[at.segments] = series(s).first;
    offsets[at.segments] = at.items;
  }
};

/// Sets the head flag of segment s, or, for s = number of segments, the last offset.
template <class Index>
struct set_heads {
  Index* offsets;
  std::uint8_t* flags;
  segment_position<Index> total;
  THRUSTLINE_HD void operator()(Index s) const {
    if (s == total.segments)
      offsets[s] = total.items;
    else
      flags[offsets[s]] = 1;
  }
};

/// Arrays of the open segments, all from the policy's allocator: at most 20 bytes a point with 32-bit indices and float
/// ranks. An open segment has a point inside and shares its ends, so there is at most one for every two points.
template <class Index, class Rank, class Policy>
class open_segments {
public:
  Index segments = 0; ///< open segments
  Index points = 0;   ///< points inside them

  open_segments(Policy const& policy, Index count)
      : policy_(policy), first_{{policy, count / 2 + 1}, {policy, count / 2 + 1}}, offsets_{{policy, count / 2 + 2},
                                                                                            {policy, count / 2 + 2}},
        farthest_(policy, count / 2 + 1), keys_(policy, count), flags_(policy, count), total_(policy, 1) {}

  /// Opens each series of three or more points. series(s): first and last point of series s.
  template <class Series>
  void begin(Series series, Index count);

  /// Replaces the open segments by those halves of the cut ones that have points inside.
  void replace_by_halves();

  Index* first() const { return first_[current_].data(); }
  Index* offsets() const { return offsets_[current_].data(); }
  Index* keys() const { return keys_.data(); }
  indexed<Rank, Index>* farthest() const { return farthest_.data(); }
  open_view<Index, Rank> view() const { return {first(), offsets(), keys(), farthest()}; }

private:
  /// Reads the number of open segments, the loop's only wait; makes head flags from the offsets and keys from the
  /// flags.
  void rebuild_keys();

  Policy policy_;
  temporary<Index, Policy> first_[2], offsets_[2]; ///< the open segments' and the next ones'
  temporary<indexed<Rank, Index>, Policy> farthest_;
  temporary<Index, Policy> keys_;
  temporary<std::uint8_t, Policy> flags_;
  temporary<segment_position<Index>, Policy> total_;
  int current_ = 0;
};

// Defined outside the class, and so not inline: the library instantiates them once for a GPU.

template <class Index, class Rank, class Policy>
template <class Series>
void open_segments<Index, Rank, Policy>::begin(Series series, Index count) {
  place_segments<Index>(policy_, count, series_length<Index, Series>{series},
                        begin_series<Index, Series>{series, first(), offsets()}, total_.data());
  rebuild_keys();
}

template <class Index, class Rank, class Policy>
void open_segments<Index, Rank, Policy>::replace_by_halves() {
  const open_view<Index, Rank> old = view();
  current_ = 1 - current_;
  place_segments<Index>(policy_, 2 * segments, half_length<Index, Rank>{old},
                        begin_half<Index, Rank>{old, first(), offsets()}, total_.data());
  rebuild_keys();
}

template <class Index, class Rank, class Policy>
void open_segments<Index, Rank, Policy>::rebuild_keys() {
  const segment_position<Index> total = read_back(policy_, total_.data());
  segments = total.segments;
  points = total.items;
  for_each_index(policy_, points, set_to_zero<std::uint8_t*>{flags_.data()});
  for_each_index(policy_, static_cast<Index>(segments + 1), set_heads<Index>{offsets(), flags_.data(), total});
  keys_from_head_flags(policy_, flags_.data(), points, keys());
}

} // namespace thrustline::detail
