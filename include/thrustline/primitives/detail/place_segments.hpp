// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/detail/scan.hpp>
#include <thrustline/detail/tabulate_output.hpp>

/// Step under every change of segmentation: the places of candidate segments, of which some are absent, in order.
namespace thrustline::detail {

/// Place in a segmented layout: the numbers of segments and items before it.
template <class Index>
struct segment_position {
  Index segments;
  Index items;
};

struct sum_positions {
  template <class Index>
  THRUSTLINE_HD segment_position<Index> operator()(segment_position<Index> const& a,
                                                   segment_position<Index> const& b) const {
    return {a.segments + b.segments, a.items + b.items};
  }
};

template <class Index, class Length>
struct room_of {
  Index candidates;
  Length length;
  THRUSTLINE_HD segment_position<Index> operator()(Index j) const {
    const Index items = j < candidates ? length(j) : Index(-1);
    return items < 0 ? segment_position<Index>{0, 0} : segment_position<Index>{1, items};
  }
};

template <class Index, class Length, class Emit>
struct emit_placed {
  Index candidates;
  Length length;
  Emit emit;
  segment_position<Index>* total;
  THRUSTLINE_HD void operator()(Index j, segment_position<Index> const& at) const {
    if (j == candidates)
      *total = at;
    else if (length(j) >= 0)
      emit(j, at);
  }
};

/// Packs candidates 0 .. candidates - 1 without gaps. length(j): the number of items of a candidate, negative if it is
/// absent. Calls emit(j, position) for each that is present, and writes the numbers of all segments and items to
/// *total, in the policy's memory.
template <class Index, class Policy, class Length, class Emit>
void place_segments(Policy const& policy, Index candidates, Length length, Emit emit, segment_position<Index>* total) {
  static_assert(std::is_signed_v<Index>, "an index type must be signed: negative lengths stand for absent segments");
  auto room =
      thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), room_of<Index, Length>{candidates, length});
  auto placed = tabulate_output(emit_placed<Index, Length, Emit>{candidates, length, emit, total});
  scan<false>(policy, room, static_cast<Index>(candidates + 1), placed, segment_position<Index>{0, 0}, sum_positions{});
}

/// Lists the candidates that are present.
template <class Index>
struct list_present {
  Index* list;
  THRUSTLINE_HD void operator()(Index j, segment_position<Index> const& at) const { list[at.segments] = j; }
};

} // namespace thrustline::detail
