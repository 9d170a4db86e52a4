// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <thrustline/primitives/segmented_arg_max.hpp>
#include <thrustline/primitives/segmented_reduce.hpp>

#include "battery.hpp"
#include "made_layouts.hpp"
#include "operators.hpp"

namespace thrustline {

template <class Value, class Index>
bool operator==(indexed<Value, Index> const& a, indexed<Value, Index> const& b) {
  return a.value == b.value && a.index == b.index;
}

} // namespace thrustline

namespace thrustline::test {

/// The sums of all segments by a plain loop in order.
template <class T, class Index, class Value, class Op>
std::vector<T> reduced(made_layout<Index> const& made, Value value, Op op) {
  std::vector<T> sums(static_cast<std::size_t>(made.m));
  for (std::int64_t s = 0; s < made.m; ++s) {
    sums[s] = value(made.offsets[s]);
    for (std::int64_t i = made.offsets[s] + 1; i < made.offsets[s + 1]; ++i)
      sums[s] = op(sums[s], static_cast<T>(value(i)));
  }
  return sums;
}

template <class T, class On, class Index, class Keys, class Values, class Value, class Op>
void check_reduce(On& on, made_layout<Index> const& made, Keys keys, Values values, Value value, Op op) {
  auto sums = room_for<T>(on, made.m);
  segmented_reduce<T>(on.policy(), keys, static_cast<Index>(made.n), values, sums.data(), op);
  CHECK(first_difference(sums.host(), reduced<T>(made, value, op)) == "");
}

template <class Index, class On>
void check_reduces(On& on, made_layout<Index> const& made) {
  const auto at = [](auto const& values) { return [&values](std::int64_t i) { return values[i]; }; };
  auto keys = given(on, made.keys);
  const auto small = random_values<std::int32_t>(made.n, 1000, 11),
             large = random_values<std::int32_t>(made.n, 1 << 30, 12);
  auto small_in = given(on, small), large_in = given(on, large);

  check_reduce<affine>(on, made, keys.data(),
                       thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0), affine_at{}),
                       affine_at{}, compose{});
  check_reduce<std::int32_t>(on, made, keys.data(), large_in.data(), at(large), take_last{});
  check_reduce<std::int64_t>(on, made, keys.data(), large_in.data(), at(large), generic_plus{});
  auto products = thrust::make_transform_iterator(
      thrust::make_zip_iterator(thrust::make_tuple(small_in.data(), large_in.data())), product_of_pair{});
  check_reduce<std::int64_t>(
      on, made, keys.data(), products, [&](std::int64_t i) { return std::int64_t{small[i]} * large[i]; },
      generic_plus{});
}

template <class Value, class Index, class On>
void check_arg_max(On& on, made_layout<Index> const& made, std::int64_t below) {
  using found = indexed<Value, Index>;
  std::vector<Value> values = random_values<Value>(made.n, below, 13);
  if (std::is_signed_v<Value>)
    for (Value& value : values)
      value -= static_cast<Value>(below - 1); // none is positive, and 0 is -0 or 0 where there are both
  std::vector<found> expected(static_cast<std::size_t>(made.m));
  for (std::int64_t s = 0; s < made.m; ++s) {
    std::int64_t best = made.offsets[s];
    for (std::int64_t i = best + 1; i < made.offsets[s + 1]; ++i)
      if (values[i] > values[best])
        best = i;
    expected[s] = {values[best], static_cast<Index>(best)};
  }
  auto keys = given(on, made.keys);
  auto values_in = given(on, values);
  auto farthest = room_for<found>(on, made.m);
  segmented_arg_max(on.policy(), keys.data(), static_cast<Index>(made.n), values_in.data(), farthest.data());
  CHECK(first_difference(farthest.host(), expected) == "");
}

struct height_in_sevens {
  THRUSTLINE_HD double operator()(std::int64_t i) const { return static_cast<double>(i % 7 < 5 ? i % 7 : 3); }
};

struct key_of_sevens {
  template <class Index>
  THRUSTLINE_HD Index operator()(Index i) const {
    return i / 7;
  }
};

/// Keys and values that are computed from the index; the largest of seven is the fifth.
template <class Index, class On>
void check_arg_max_of_fancy_iterators(On& on) {
  const Index m = 6001, n = 7 * m;
  auto keys = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), key_of_sevens{});
  auto values = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0), height_in_sevens{});
  auto farthest = room_for<indexed<double, Index>>(on, m);
  segmented_arg_max(on.policy(), keys, n, values, farthest.data());
  std::vector<indexed<double, Index>> expected;
  for (Index s = 0; s < m; ++s)
    expected.push_back({4.0, 7 * s + 4});
  CHECK(first_difference(farthest.host(), expected) == "");
}

template <class Index, class On>
void run_reduce_battery(On& on) {
  for (made_lengths const& each : made_layouts_without_empty()) {
    INFO(each.name);
    const made_layout<Index> made(each.lengths);
    check_reduces(on, made);
    check_arg_max<float>(on, made, 5);
    if constexpr (is_full_policy<On>) {
      check_arg_max<std::uint8_t>(on, made, 3);
      check_arg_max<double>(on, made, 1 << 30);
    }
  }
  check_arg_max_of_fancy_iterators<Index>(on);
}

template <class On>
void run_reduce_battery() {
  On on;
  INFO("policy ", std::string(on.name));
  run_reduce_battery<std::int32_t>(on);
  if constexpr (is_full_policy<On>)
    run_reduce_battery<std::int64_t>(on);
  check_storage(on, 0);
}

} // namespace thrustline::test
