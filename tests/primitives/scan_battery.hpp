// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <thrustline/primitives/segmented_scan.hpp>

#include "battery.hpp"
#include "made_layouts.hpp"
#include "operators.hpp"

namespace thrustline::test {

/// Items of a scan: iterators over their keys and values in the policy's memory, and value(i) on the host.
template <class Keys, class Values, class Value>
struct scanned_items {
  Keys keys;
  Values values;
  Value value;
};
template <class Keys, class Values, class Value>
scanned_items(Keys, Values, Value) -> scanned_items<Keys, Values, Value>;

/// Compares both scans of one layout with sequential loops.
template <class T, class On, class Index, class Items, class Op>
void check_scans(On& on, made_layout<Index> const& made, Items items, T init, Op op) {
  const Index n = static_cast<Index>(made.n);
  std::vector<T> inclusive(static_cast<std::size_t>(n)), exclusive(static_cast<std::size_t>(n));
  for (std::int64_t s = 0; s < made.m; ++s) {
    T after = init, sum = init;
    for (std::int64_t i = made.offsets[s]; i < made.offsets[s + 1]; ++i) {
      const T next = items.value(i);
      sum = i == made.offsets[s] ? next : op(sum, next);
      inclusive[i] = sum;
      exclusive[i] = after;
      after = op(after, next);
    }
  }
  auto with = room_for<T>(on, n), before = room_for<T>(on, n);
  segmented_inclusive_scan<T>(on.policy(), items.keys, n, items.values, with.data(), op);
  segmented_exclusive_scan<T>(on.policy(), items.keys, n, items.values, before.data(), init, op);
  CHECK(first_difference(with.host(), inclusive) == "");
  CHECK(first_difference(before.host(), exclusive) == "");
}

/// Keys that differ between neighbours only: 5, 2, 5, 2 ...
template <class Index>
std::vector<Index> alternating(std::vector<Index> keys) {
  for (Index& key : keys)
    key = key % 2 ? 2 : 5;
  return keys;
}

template <class Index, class On>
void run_scan_battery(On& on) {
  for (made_lengths const& each : made_layouts_without_empty()) {
    INFO(each.name);
    const made_layout<Index> made(each.lengths);
    auto keys = given(on, made.keys), other_keys = given(on, alternating(made.keys));
    const auto small = random_values<std::int32_t>(made.n, 1000, 21);
    const auto large = random_values<std::int32_t>(made.n, 1 << 30, 22);
    auto small_in = given(on, small), large_in = given(on, large);
    const auto large_at = [&](std::int64_t i) { return large[i]; };

    const auto maps = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), affine_at{});
    check_scans(on, made, scanned_items{keys.data(), maps, affine_at{}}, affine{5, 7}, compose{});
    const scanned_items large_items{other_keys.data(), large_in.data(), large_at};
    check_scans<std::int32_t>(on, made, large_items, 17, take_last{});
    check_scans<std::int64_t>(on, made, large_items, -1, generic_plus{});
    auto products = thrust::make_transform_iterator(
        thrust::make_zip_iterator(thrust::make_tuple(small_in.data(), large_in.data())), product_of_pair{});
    const auto product_at = [&](std::int64_t i) { return std::int64_t{small[i]} * large[i]; };
    check_scans<std::int64_t>(on, made, scanned_items{keys.data(), products, product_at}, 100, generic_plus{});
  }
}

template <class On>
void run_scan_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  run_scan_battery<std::int32_t>(on);
  if constexpr (is_full_policy<On>)
    run_scan_battery<std::int64_t>(on);
  check_storage(on, 0);
}

} // namespace thrustline::test
