// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <thrustline/primitives/drop_segments.hpp>
#include <thrustline/primitives/split_segments.hpp>

#include "battery.hpp"
#include "check_layout.hpp"
#include "made_layouts.hpp"

namespace thrustline::test {

template <class Index, class On>
void check_split(On& on, made_layout<Index> const& made, std::vector<Index> const& positions) {
  const Index n = static_cast<Index>(made.n);
  std::vector<std::uint8_t> expected = made.flags;
  for (Index position : positions)
    expected[position] = 1;
  std::int64_t segments = 0;
  for (std::uint8_t flag : expected)
    segments += flag;

  auto positions_in = given(on, positions);
  auto flags = given(on, made.flags);
  auto keys = room_for<Index>(on, n);
  auto offsets = room_for<Index>(on, n > 0 ? segments + 1 : 0);
  split_segments(on.policy(), positions_in.data(), static_cast<Index>(positions.size()), n, flags.data(), keys.data(),
                 offsets.data());
  CHECK(first_difference(flags.host(), expected) == "");
  if (n > 0)
    CHECK(layout_problem(expected, keys.host(), offsets.host()) == "");
}

struct every_third {
  template <class Index>
  THRUSTLINE_HD Index operator()(Index i) const {
    return 3 * i;
  }
};

template <class Index, class On>
void check_splits(On& on, made_layout<Index> const& made) {
  random_numbers numbers(31);
  check_split(on, made, {});
  if (made.n == 0)
    return;
  std::vector<Index> positions(static_cast<std::size_t>(made.n / 10 + 1));
  for (Index& position : positions) // heads, repeats and any order among them
    position = static_cast<Index>(numbers.below(made.n));
  positions.push_back(positions.front());
  check_split(on, made, positions);
  check_split(on, made, {static_cast<Index>(made.n - 1)});
}

template <class Index, class On>
void check_split_at_fancy_positions(On& on) {
  const Index n = 60000, count = n / 3;
  auto flags = given(on, std::vector<std::int32_t>(n, 0));
  auto keys = room_for<Index>(on, n), offsets = room_for<Index>(on, count + 1);
  auto positions = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), every_third{});
  split_segments(on.policy(), positions, count, n, flags.data(), keys.data(), offsets.data());
  const made_layout<Index> expected(std::vector<std::int64_t>(count, 3));
  CHECK(first_difference(keys.host(), expected.keys) == "");
  CHECK(layout_problem(flags.host(), keys.host(), offsets.host()) == "");
}

struct marked {
  const std::uint8_t* marks;
  template <class Index>
  THRUSTLINE_HD bool operator()(Index s) const {
    return marks[s] != 0;
  }
};

/// Drops the marked segments of items that are pairs behind a zip iterator.
template <class Index, class On>
void check_drop(On& on, made_layout<Index> const& made, std::vector<std::uint8_t> const& marks) {
  const Index n = static_cast<Index>(made.n), m = static_cast<Index>(made.m);
  const auto names = random_values<std::int32_t>(n, 1 << 30, 32);
  const auto weights = random_values<double>(n, 1 << 30, 33);
  std::vector<std::int32_t> expected_names;
  std::vector<double> expected_weights;
  std::vector<Index> expected_keys, expected_offsets{0};
  for (Index s = 0; s < m; ++s) {
    if (marks[s])
      continue;
    for (Index i = made.offsets[s]; i < made.offsets[s + 1]; ++i) {
      expected_names.push_back(names[i]);
      expected_weights.push_back(weights[i]);
      expected_keys.push_back(static_cast<Index>(expected_offsets.size() - 1));
    }
    expected_offsets.push_back(static_cast<Index>(expected_names.size()));
  }
  const std::int64_t left = static_cast<std::int64_t>(expected_names.size());
  const std::int64_t segments_left = static_cast<std::int64_t>(expected_offsets.size()) - 1;

  auto keys = given(on, made.keys), offsets = given(on, made.offsets);
  auto names_in = given(on, names);
  auto weights_in = given(on, weights);
  auto marks_in = given(on, marks);
  auto names_out = room_for<std::int32_t>(on, left);
  auto weights_out = room_for<double>(on, left);
  auto keys_out = room_for<Index>(on, left), offsets_out = room_for<Index>(on, segments_left + 1);
  auto counts = room_for<std::int64_t>(on, 2);
  const auto items_in = thrust::make_zip_iterator(thrust::make_tuple(names_in.data(), weights_in.data()));
  const auto items_out = thrust::make_zip_iterator(thrust::make_tuple(names_out.data(), weights_out.data()));
  drop_segments(on.policy(), segmented_view{keys.data(), offsets.data(), items_in}, segmented_size{m, n},
                marked{marks_in.data()}, segmented_view{keys_out.data(), offsets_out.data(), items_out}, counts.data());
  CHECK(first_difference(counts.host(), std::vector<std::int64_t>{segments_left, left}) == "");
  CHECK(first_difference(names_out.host(), expected_names) == "");
  CHECK(first_difference(weights_out.host(), expected_weights) == "");
  CHECK(first_difference(keys_out.host(), expected_keys) == "");
  CHECK(first_difference(offsets_out.host(), expected_offsets) == "");
  CHECK(ragged_layout_problem(keys_out.host(), offsets_out.host()) == "");
}

template <class Index, class On>
void check_drops(On& on, made_layout<Index> const& made) {
  const std::size_t m = static_cast<std::size_t>(made.m);
  check_drop(on, made, std::vector<std::uint8_t>(m, 0));
  check_drop(on, made, std::vector<std::uint8_t>(m, 1));
  check_drop(on, made, random_values<std::uint8_t>(made.m, 2, 34));
  std::vector<std::uint8_t> ends(m, 0); // the first and the last one only
  if (m > 0)
    ends.front() = ends.back() = 1;
  check_drop(on, made, ends);
}

template <class Index, class On>
void run_split_drop_battery(On& on) {
  for (made_lengths const& each : made_layouts_without_empty()) {
    INFO(each.name);
    const made_layout<Index> made(each.lengths);
    check_splits(on, made);
    check_drops(on, made);
  }
  for (made_lengths const& each : made_layouts_with_empty()) {
    INFO(each.name);
    check_drops(on, made_layout<Index>(each.lengths));
  }
  check_split_at_fancy_positions<Index>(on);
}

template <class On>
void run_split_drop_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  run_split_drop_battery<std::int32_t>(on);
  if constexpr (is_full_policy<On>)
    run_split_drop_battery<std::int64_t>(on);
  check_storage(on, 0);
}

} // namespace thrustline::test
