// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <thrustline/detail/for_each_range.hpp>

/// The conversions of a range of items on CPUs, each in one pass.
namespace thrustline::detail {

template <class T>
using value_of = typename std::iterator_traits<T>::value_type;

/// The first of m segments that begins at the item or later; m if none does.
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

/// Visits the items of a range where segments begin: heads.note(i) at least at each head, heads.pass(i) at the others.
/// Whether the next item is a head is hard to predict, so that no branch asks: note() takes an item for a head that may
/// be none, and what it wrote is written over. Behind the last head of the range it is not called: the next head is not
/// ours to note. Returns the heads, as they are then.
template <class Index, class Heads>
THRUSTLINE_HD Heads walk_heads(Index begin, Index end, Heads heads) {
  Index stop = end;
  while (stop > begin && !heads.is_head(stop - 1))
    --stop;
  constexpr Index block = 16; // enough for vectors, and mostly without a head where segments are long
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

/// The keys and offsets of a range of head flags; `heads`: how many are before it.
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
    for (; s < m; ++s) { // the beginning of segment s is the end of the one before
      const Index next = offsets[s];
      if (next >= end)
        break;
      i = fill(i, next, end, s);
    }
    fill(i, end, end, s);
  }

private:
  /// Writes a few keys whatever the segment's length: the next segments write over those behind it, and for short
  /// segments there is no branch that depends on the length.
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
