// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <thrustline/detail/for_each_range.hpp>

/// Conversions of a range of items on CPUs, each in one pass.
namespace thrustline::detail {

template <class T>
using value_of = typename std::iterator_traits<T>::value_type;

/// First of m segments that begins at the item or later; m if there is none.
template <class Offsets, class Index>
THRUSTLINE_HD Index first_segment_from(Offsets offsets, Index m, Index item) {
  Index low = 0;
  for (Index high = m; low < high;) {
    const Index middle = low + (high - low) / 2;
    if (offsets[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

template <class Flags, class Index>
struct heads_in_range {
  Flags flags;
  THRUSTLINE_HD Index operator()(Index begin, Index end) const {
    Index heads = 0;
    for (Index i = begin; i < end; ++i)
      heads += static_cast<Index>(flags[i]);
    return heads;
  }
};

/// Walks over the items of a range: calls heads.note(i) at each head and at some other items, heads.pass(i) at the
/// rest. Heads are hard to predict, so note() does not branch: it writes as if item i were a head, and a later call
/// overwrites what was wrong. It is not called behind the last head of the range, because the next head belongs to
/// another range. Returns `heads` in its final state.
template <class Index, class Heads>
THRUSTLINE_HD Heads walk_heads(Index begin, Index end, Heads heads) {
  Index stop = end;
  while (stop > begin && !heads.is_head(stop - 1))
    --stop;
  constexpr Index block = 16; // enough for vectors; seldom holds a head if segments are long
  Index i = begin;
  for (; stop - i >= block; i += block) {
    bool any = false;
    for (Index k = 0; k < block; ++k)
      any |= heads.is_head(i + k);
    if (any)
      for (Index k = 0; k < block; ++k)
        heads.note(i + k);
    else
      for (Index k = 0; k < block; ++k)
        heads.pass(i + k);
  }
  for (; i < stop; ++i)
    heads.note(i);
  for (; i < end; ++i)
    heads.pass(i);
  return heads;
}

/// Writes the keys and offsets of a range of head flags. heads: number of heads before the range.
template <class Flags, class Index, class Keys, class Offsets>
struct layout_of_flag_range {
  Flags flags;
  Index n;
  Keys keys;
  Offsets offsets;

  struct flag_heads {
    Flags flags;
    Keys keys;
    Offsets offsets;
    Index count;

    THRUSTLINE_HD bool is_head(Index i) const { return flags[i] != 0; }
    THRUSTLINE_HD void pass(Index i) const { keys[i] = static_cast<value_of<Keys>>(count - 1); }
    THRUSTLINE_HD void note(Index i) {
      offsets[count] = i;
      count += static_cast<Index>(flags[i]);
      pass(i);
    }
  };

  THRUSTLINE_HD void operator()(Index begin, Index end, Index heads) const {
    heads = walk_heads(begin, end, flag_heads{flags, keys, offsets, heads}).count;
    if (end == n)
      offsets[heads] = n;
  }
};

template <class Keys, class Offsets, class Index>
struct offsets_of_key_range {
  Keys keys;
  Index n;
  Offsets offsets;

  struct key_heads {
    Keys keys;
    Offsets offsets;

    THRUSTLINE_HD bool is_head(Index i) const { return keys[i] != keys[i - 1]; }
    THRUSTLINE_HD void pass(Index) const {}
    THRUSTLINE_HD void note(Index i) const { offsets[keys[i - 1] + 1] = i; }
  };

  THRUSTLINE_HD void operator()(Index begin, Index end) const {
    if (begin == 0)
      offsets[begin++] = 0;
    walk_heads(begin, end, key_heads{keys, offsets});
    if (end == n)
      offsets[keys[n - 1] + 1] = n;
  }
};

template <class Offsets, class Index, class Flags>
struct flags_of_offset_range {
  Offsets offsets;
  Index m;
  Flags flags;
  THRUSTLINE_HD void operator()(Index begin, Index end) const {
    for (Index i = begin; i < end; ++i)
      flags[i] = 0;
    for (Index s = first_segment_from(offsets, m, begin); s < m && offsets[s] < end; ++s)
      flags[offsets[s]] = 1;
  }
};

template <class Offsets, class Index, class Keys>
struct keys_of_offset_range {
  Offsets offsets;
  Index m;
  Keys keys;
  THRUSTLINE_HD void operator()(Index begin, Index end) const {
    Index i = begin, s = first_segment_from(offsets, m, static_cast<Index>(begin + 1));
    for (; s < m; ++s) { // segment s begins where segment s - 1 ends
      const Index next = static_cast<Index>(offsets[s]);
      if (next >= end)
        break;
      i = fill(i, next, end, s);
    }
    fill(i, end, end, s);
  }

private:
  /// Fills the keys of [i, stop). Writes `few` keys even if the segment is shorter: the next segments overwrite those
  /// behind it, and short segments take no branch that depends on the length.
  THRUSTLINE_HD Index fill(Index i, Index stop, Index end, Index s) const {
    constexpr Index few = 8;
    const auto key = static_cast<value_of<Keys>>(s - 1);
    if (end - i >= few) {
      for (Index k = 0; k < few; ++k)
        keys[i + k] = key;
      i += few;
    }
    for (; i < stop; ++i)
      keys[i] = key;
    return stop;
  }
};

} // namespace thrustline::detail
