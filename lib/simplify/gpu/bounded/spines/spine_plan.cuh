// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/gpu/ordered_bits.hpp"
#include "core/gpu/warp.cuh"
#include "simplify/gpu/bounded/spines/spine_reader.cuh"

/// The plan of a spine's cuts. The cuts of each side are the points of its chain in order, so a plan is a bit for each
/// cut, its side, and for each group of cuts the segment that the first of them cuts.
namespace thrustline::gpu {

/// Consecutive cuts of a plan: group_cuts of them, or fewer at its end.
template <class Index>
struct cut_group {
  Index first, last; ///< the segment that the first cut cuts
  unsigned sides;    ///< a bit for each cut: the side whose next point it is
};

/// The plans of all spines, side by side.
template <class Index, class Real>
struct spine_plan {
  using bits = unsigned_bits<Real>;

  cut_group<Index>* groups;
  bits* least; ///< bits of the least distance in each group, behind find_least() before it; null: not wanted
};

/// Distances are >= +0: their bits order as unsigned integers.
__device__ inline unsigned distance_bits(float distance) { return __float_as_uint(distance); }
__device__ inline unsigned long long distance_bits(double distance) { return __double_as_longlong(distance); }

template <class Real>
__device__ Real distance_of_bits(typename spine_plan<int, Real>::bits bits) {
  if constexpr (sizeof(Real) == sizeof(float))
    return __uint_as_float(bits);
  else
    return __longlong_as_double(static_cast<long long>(bits));
}

/// Writes the sides of planned cuts, for a warp.
template <class Index>
class plan_writer {
public:
  using segment = detail::chord_ends<Index>;

  __device__ plan_writer(cut_group<Index>* groups, unsigned room, segment const& first, int lane)
      : group_(groups), open_{first.first, first.last, 0}, room_(room), lane_(lane) {}

  __device__ unsigned planned() const { return planned_; }
  __device__ unsigned room() const { return room_ - planned_; }

  /// Adds up to group_cuts cuts, for which there must be room. sides: a bit for each cut; cut_by(k): the segment that
  /// the cut behind k of them cuts.
  template <class Segment>
  __device__ void put(unsigned count, unsigned sides, Segment const& cut_by) {
    const unsigned at = planned_ % group_cuts;
    const unsigned long long both = static_cast<unsigned long long>(sides) << at; // bits of this group and of the next
    open_.sides |= static_cast<unsigned>(both);
    planned_ += count;
    if (at + count >= group_cuts) {
      flush();
      const segment next = cut_by(group_cuts - at);
      open_ = {next.first, next.last, static_cast<unsigned>(both >> 32)};
    }
  }

  /// Writes what is left after the last put().
  __device__ void finish() {
    if (planned_ % group_cuts != 0)
      flush();
  }

private:
  static_assert(group_cuts == 32, "a word has a bit for each");

  __device__ void flush() {
    if (lane_ == 0)
      *group_ = open_;
    ++group_;
  }

  cut_group<Index>* group_;
  cut_group<Index> open_;
  unsigned room_, planned_ = 0;
  int lane_;
};

/// The place of the n-th set bit of a word; both count from 0.
__device__ inline unsigned nth_bit(unsigned word, unsigned n) {
  unsigned place = 0;
#pragma unroll
  for (unsigned half = 16; half > 0; half /= 2) {
    const unsigned lower = __popc(word & ((1u << half) - 1));
    const bool above = n >= lower;
    n -= above ? lower : 0;
    word >>= above ? half : 0;
    place += above ? half : 0;
  }
  return place;
}

/// The points behind `from` on a chain, by its bits, for a warp: lane k gets the one behind k others. Only the first
/// `wanted` lanes get a point.
template <class Index>
__device__ Index behind_on_chain(const unsigned* bits, unsigned words, Index from, unsigned wanted, int lane) {
  Index mine = from;
  unsigned have = 0, row = static_cast<unsigned>(from / 32);
  unsigned bits_here = lane == 0 ? 0xfffffffeu << from % 32 : full_warp; // in the first word the bits behind `from`
  for (; have < wanted && row < words; row += 32, bits_here = full_warp) {
    bits_here &= row + lane < words ? bits[row + lane] : 0;
    const unsigned up_to_here = warp_inclusive_sum(static_cast<unsigned>(__popc(bits_here)), lane);
    const unsigned there = __shfl_sync(full_warp, up_to_here, 31);
    const unsigned number = lane - have; // among the bits of this row
    int word = 0;
#pragma unroll
    for (int step = 16; step > 0; step /= 2)
      word += __shfl_sync(full_warp, up_to_here, word + step - 1) <= number ? step : 0;
    const unsigned before = __shfl_sync(full_warp, up_to_here - __popc(bits_here), word);
    const unsigned of_word = __shfl_sync(full_warp, bits_here, word);
    if (number < there)
      mine = 32 * static_cast<Index>(row + word) + nth_bit(of_word, number - before);
    have += there;
  }
  return mine;
}

/// The planned cuts of a group, a lane a cut, for a warp.
template <class Index>
struct cuts_of_group {
  unsigned count;
  bool of_side_1;
  detail::chord_ends<Index> ends;
  Index cut;

  __device__ cuts_of_group(spine const& on, unsigned group, spine_slices<Index> const& slices,
                           const cut_group<Index>* plan, int lane)
      : count(min(on.planned - group * group_cuts, group_cuts)) {
    const cut_group<Index> all = count > 0 ? plan[on.first_group + group] : cut_group<Index>{};
    of_side_1 = all.sides >> lane & 1;
    const unsigned behind_1 = __popc(all.sides & ((1u << lane) - 1)), all_1 = __popc(all.sides);
    const Index left = behind_on_chain(slices.chain(on, 0), on.words, static_cast<Index>(all.first - on.first),
                                       count - all_1, lane),
                right =
                    behind_on_chain(slices.chain(on, 1), on.words, static_cast<Index>(on.last - all.last), all_1, lane);
    const auto begin = static_cast<Index>(on.first), end = static_cast<Index>(on.last);
    // Before a side's first cut of the group, the segment has the group's end on that side.
    const auto end_of = [&](Index steps, Index of_group, unsigned cuts, int side) {
      const Index there = __shfl_sync(full_warp, steps, cuts > 0 ? cuts - 1 : 0);
      return cuts == 0 ? of_group : side == 0 ? begin + there : end - there;
    };
    ends = {end_of(left, all.first, lane - behind_1, 0), end_of(right, all.last, behind_1, 1)};
    const Index next_left = __shfl_sync(full_warp, left, lane - behind_1),
                next_right = __shfl_sync(full_warp, right, behind_1);
    cut = of_side_1 ? end - next_right : begin + next_left;
  }
};

} // namespace thrustline::gpu
