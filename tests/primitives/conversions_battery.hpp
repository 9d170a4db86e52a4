// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/primitives/head_flags_keys_offsets.hpp>

#include "battery.hpp"
#include "check_layout.hpp"
#include "made_layouts.hpp"

namespace thrustline::test {

/// Compares the six conversions of one layout, with these types of flags and keys, with the layout made by loops.
template <class Index, class Flag, class Key, class On>
void check_conversions(On& on, made_layout<Index> const& made) {
  const std::vector<Flag> flags(made.flags.begin(), made.flags.end());
  const std::vector<Key> keys(made.keys.begin(), made.keys.end());
  const Index n = static_cast<Index>(made.n), m = static_cast<Index>(made.m);
  const std::int64_t offsets_written = n > 0 ? m + 1 : 0;
  const std::vector<Index> offsets(made.offsets.begin(), made.offsets.begin() + offsets_written);
  auto flags_in = given(on, flags);
  auto keys_in = given(on, keys);
  auto offsets_in = given(on, made.offsets);
  auto flags_from_keys = room_for<Flag>(on, n), flags_from_offsets = room_for<Flag>(on, n);
  auto keys_from_flags = room_for<Key>(on, n), keys_by_offsets = room_for<Key>(on, n);
  auto offsets_by_keys = room_for<Index>(on, offsets_written), offsets_by_flags = room_for<Index>(on, offsets_written);

  keys_from_head_flags(on.policy(), flags_in.data(), n, keys_from_flags.data());
  keys_from_offsets(on.policy(), offsets_in.data(), m, n, keys_by_offsets.data());
  head_flags_from_keys(on.policy(), keys_in.data(), n, flags_from_keys.data());
  head_flags_from_offsets(on.policy(), offsets_in.data(), m, n, flags_from_offsets.data());
  offsets_from_keys(on.policy(), keys_in.data(), n, offsets_by_keys.data());
  offsets_from_head_flags(on.policy(), flags_in.data(), n, offsets_by_flags.data());

  CHECK(first_difference(keys_from_flags.host(), keys) == "");
  CHECK(first_difference(keys_by_offsets.host(), keys) == "");
  CHECK(first_difference(flags_from_keys.host(), flags) == "");
  CHECK(first_difference(flags_from_offsets.host(), flags) == "");
  CHECK(first_difference(offsets_by_keys.host(), offsets) == "");
  CHECK(first_difference(offsets_by_flags.host(), offsets) == "");
  if (n > 0)
    CHECK(layout_problem(flags_from_offsets.host(), keys_from_flags.host(), offsets_by_flags.host()) == "");
}

/// From offsets with empty segments: these count in the keys and leave no head flag.
template <class Index, class On>
void check_conversions_of_empty_segments(On& on, made_layout<Index> const& made) {
  const Index n = static_cast<Index>(made.n), m = static_cast<Index>(made.m);
  auto offsets = given(on, made.offsets);
  auto keys = room_for<Index>(on, n);
  auto flags = room_for<std::uint8_t>(on, n);
  keys_from_offsets(on.policy(), offsets.data(), m, n, keys.data());
  head_flags_from_offsets(on.policy(), offsets.data(), m, n, flags.data());
  CHECK(first_difference(keys.host(), made.keys) == "");
  CHECK(first_difference(flags.host(), made.flags) == "");
  CHECK(ragged_layout_problem(keys.host(), made.offsets) == "");
}

struct head_of_fives {
  template <class Index>
  THRUSTLINE_HD std::uint8_t operator()(Index i) const {
    return i % 5 == 0;
  }
};

struct key_of_fives {
  template <class Index>
  THRUSTLINE_HD Index operator()(Index i) const {
    return i / 5;
  }
};

template <class Index>
struct offset_of_fives {
  Index n;
  THRUSTLINE_HD Index operator()(Index s) const { return 5 * s < n ? 5 * s : n; }
};

/// Inputs that are no arrays: segments of five items, computed from the index.
template <class Index, class On>
void check_conversions_of_fancy_iterators(On& on) {
  const Index n = 50003, m = (n + 4) / 5;
  const made_layout<Index> made(lengths_of(n, [](std::int64_t) { return 5; }));
  const thrust::counting_iterator<Index> count(0);
  auto flags_in = thrust::make_transform_iterator(count, head_of_fives{});
  auto keys_in = thrust::make_transform_iterator(count, key_of_fives{});
  auto offsets_in = thrust::make_transform_iterator(count, offset_of_fives<Index>{n});
  auto flags_from_keys = room_for<std::uint8_t>(on, n), flags_from_offsets = room_for<std::uint8_t>(on, n);
  auto keys_from_flags = room_for<Index>(on, n), keys_by_offsets = room_for<Index>(on, n);
  auto offsets_by_keys = room_for<Index>(on, m + 1), offsets_by_flags = room_for<Index>(on, m + 1);

  keys_from_head_flags(on.policy(), flags_in, n, keys_from_flags.data());
  keys_from_offsets(on.policy(), offsets_in, m, n, keys_by_offsets.data());
  head_flags_from_keys(on.policy(), keys_in, n, flags_from_keys.data());
  head_flags_from_offsets(on.policy(), offsets_in, m, n, flags_from_offsets.data());
  offsets_from_keys(on.policy(), keys_in, n, offsets_by_keys.data());
  offsets_from_head_flags(on.policy(), flags_in, n, offsets_by_flags.data());

  CHECK(first_difference(keys_from_flags.host(), made.keys) == "");
  CHECK(first_difference(keys_by_offsets.host(), made.keys) == "");
  CHECK(first_difference(flags_from_keys.host(), made.flags) == "");
  CHECK(first_difference(flags_from_offsets.host(), made.flags) == "");
  CHECK(first_difference(offsets_by_keys.host(), made.offsets) == "");
  CHECK(first_difference(offsets_by_flags.host(), made.offsets) == "");
}

template <class On>
void run_conversions_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  for (made_lengths const& each : made_layouts_without_empty()) {
    INFO(each.name);
    check_conversions<std::int32_t, std::uint8_t, std::int32_t>(on, made_layout<std::int32_t>(each.lengths));
    if constexpr (is_full_policy<On>) {
      check_conversions<std::int64_t, std::uint8_t, std::int64_t>(on, made_layout<std::int64_t>(each.lengths));
      check_conversions<std::int32_t, std::int32_t, std::int64_t>(on, made_layout<std::int32_t>(each.lengths));
    }
  }
  for (made_lengths const& each : made_layouts_with_empty()) {
    INFO(each.name);
    check_conversions_of_empty_segments(on, made_layout<std::int32_t>(each.lengths));
    if constexpr (is_full_policy<On>)
      check_conversions_of_empty_segments(on, made_layout<std::int64_t>(each.lengths));
  }
  check_conversions_of_fancy_iterators<std::int32_t>(on);
  if constexpr (is_full_policy<On>)
    check_conversions_of_fancy_iterators<std::int64_t>(on);
  check_storage(on, 0);
}

} // namespace thrustline::test
