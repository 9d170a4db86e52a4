// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/discard_iterator.h>

#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/functors.hpp>
#include <thrustline/detail/scan.hpp>
#include <thrustline/primitives/detail/conversion_ranges.hpp>
#include <thrustline/primitives/segmented_layout.hpp>

/// Six conversions between the forms of the segmented layout. n = items, m = segments. Work: O(n + m).
namespace thrustline {
namespace detail {

template <class Flags, class Index, class Offsets>
struct head_to_offset {
  Flags flags;
  const Index* keys;
  Index n;
  Offsets offsets;
  THRUSTLINE_HD void operator()(Index i) const {
    if (flags[i])
      offsets[keys[i]] = i;
    if (i + 1 == n)
      offsets[keys[i] + 1] = n;
  }
};

template <class Keys, class Flags, class Index>
struct key_to_flag {
  Keys keys;
  Flags flags;
  THRUSTLINE_HD void operator()(Index i) const { flags[i] = i == 0 || keys[i] != keys[i - 1]; }
};

template <class Keys, class Offsets, class Index>
struct key_to_offset {
  Keys keys;
  Index n;
  Offsets offsets;
  THRUSTLINE_HD void operator()(Index i) const {
    if (i == 0 || keys[i] != keys[i - 1])
      offsets[keys[i]] = i;
    if (i + 1 == n)
      offsets[keys[i] + 1] = n;
  }
};

template <class Offsets, class Flags, class Index>
struct offset_to_flag {
  Offsets offsets;
  Flags flags;
  THRUSTLINE_HD void operator()(Index s) const {
    if (offsets[s] != offsets[s + 1])
      flags[offsets[s]] = 1;
  }
};

template <class Offsets, class Keys, class Index>
struct offset_to_key {
  Offsets offsets;
  Keys keys;
  THRUSTLINE_HD void operator()(Index s) const {
    if (offsets[s] != offsets[s + 1])
      keys[offsets[s]] = static_cast<value_of<Keys>>(s);
  }
};

} // namespace detail

/// keys[i] = number of head flags set in [0, i], minus 1. The sum has the keys' type: the flags may have a narrower
/// one.
template <class Policy, class Flags, class Index, class Keys>
void keys_from_head_flags(Policy const& policy, Flags flags, Index n, Keys keys) {
  using key = detail::value_of<Keys>;
  detail::scan<true>(policy, flags, n, keys, key(-1), detail::plus<key>{});
}

/// flags[i] = 1 where a segment begins.
template <class Policy, class Keys, class Index, class Flags>
void head_flags_from_keys(Policy const& policy, Keys keys, Index n, Flags flags) {
  detail::for_each_index(policy, n, detail::key_to_flag<Keys, Flags, Index>{keys, flags});
}

/// offsets[0 .. m] of the m = keys[n - 1] + 1 segments; writes nothing if n = 0.
template <class Policy, class Keys, class Index, class Offsets>
void offsets_from_keys(Policy const& policy, Keys keys, Index n, Offsets offsets) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>)
    detail::for_each_index(policy, n, detail::key_to_offset<Keys, Offsets, Index>{keys, n, offsets});
  else
    detail::for_each_range(policy, n, detail::offsets_of_key_range<Keys, Offsets, Index>{keys, n, offsets});
}

/// offsets[0 .. m] of the m segments whose heads are set; writes nothing if n = 0. On CUDA takes n keys of temporary
/// storage.
template <class Policy, class Flags, class Index, class Offsets>
void offsets_from_head_flags(Policy const& policy, Flags flags, Index n, Offsets offsets) {
  if (n <= 0)
    return;
  if constexpr (detail::is_cuda<Policy>) {
    detail::temporary<Index, Policy> keys(policy, n);
    keys_from_head_flags(policy, flags, n, keys.data());
    detail::for_each_index(policy, n, detail::head_to_offset<Flags, Index, Offsets>{flags, keys.data(), n, offsets});
  } else {
    using no_keys = thrust::discard_iterator<>;
    detail::for_each_range_from(policy, n, Index(0), detail::heads_in_range<Flags, Index>{flags}, detail::plus<Index>{},
                                detail::layout_of_flag_range<Flags, Index, no_keys, Offsets>{flags, n, {}, offsets});
  }
}

/// flags[0 .. n) of m segments. Empty segments are lost.
template <class Policy, class Offsets, class Index, class Flags>
void head_flags_from_offsets(Policy const& policy, Offsets offsets, Index m, Index n, Flags flags) {
  if constexpr (detail::is_cuda<Policy>) {
    detail::for_each_index(policy, n, detail::set_to_zero<Flags>{flags});
    detail::for_each_index(policy, m, detail::offset_to_flag<Offsets, Flags, Index>{offsets, flags});
  } else {
    detail::for_each_range(policy, n, detail::flags_of_offset_range<Offsets, Index, Flags>{offsets, m, flags});
  }
}

/// keys[0 .. n): index of each item's segment among all m. Empty segments count, and then the keys are not dense.
template <class Policy, class Offsets, class Index, class Keys>
void keys_from_offsets(Policy const& policy, Offsets offsets, Index m, Index n, Keys keys) {
  if constexpr (detail::is_cuda<Policy>) {
    using key = detail::value_of<Keys>;
    detail::for_each_index(policy, n, detail::set_to_zero<Keys>{keys});
    detail::for_each_index(policy, m, detail::offset_to_key<Offsets, Keys, Index>{offsets, keys});
    detail::scan<true>(policy, keys, n, keys, key(0), detail::maximum<key>{});
  } else {
    detail::for_each_range(policy, n, detail::keys_of_offset_range<Offsets, Index, Keys>{offsets, m, keys});
  }
}

} // namespace thrustline
