// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <thrustline/primitives/segmented_reduce.hpp>

namespace thrustline {

/// Value and its index.
template <class Value, class Index>
struct indexed {
  Value value;
  Index index;
};

/// Greater value; among equals the lower index. Commutative and associative, so every grouping gives the same result.
/// The values must be totally ordered by <: no NaN.
struct greater_or_first {
  template <class Value, class Index>
  THRUSTLINE_HD indexed<Value, Index> operator()(indexed<Value, Index> const& a, indexed<Value, Index> const& b) const {
    const bool second = a.value < b.value || (a.value == b.value && b.index < a.index);
    return {second ? b.value : a.value, second ? b.index : a.index}; // not b or a: they can stay in registers
  }
};

namespace detail {

/// Greater value, for an a that comes first: a among equals.
struct greater_or_former {
  template <class Value, class Index>
  THRUSTLINE_HD indexed<Value, Index> operator()(indexed<Value, Index> a, indexed<Value, Index> const& b) const {
    if (a.value < b.value)
      a = b;
    return a;
  }
};

template <class Values, class Value, class Index>
struct with_index {
  Values values;
  THRUSTLINE_HD indexed<Value, Index> operator()(Index i) const { return {values[i], i}; }
};

} // namespace detail

/// output[k] = {largest value of segment k, its index in [0, n)}; the lowest index among equal values.
///
/// keys: dense. output: m values of indexed<value, Index>. Work: O(n).
template <class Policy, class Keys, class Index, class Values, class Output>
void segmented_arg_max(Policy const& policy, Keys keys, Index n, Values values, Output output) {
  using value = typename std::iterator_traits<Values>::value_type;
  using candidate = indexed<value, Index>;
  auto candidates = thrust::make_transform_iterator(thrust::counting_iterator<Index>(0),
                                                    detail::with_index<Values, value, Index>{values});
  using greater = std::conditional_t<detail::is_cuda<Policy>, greater_or_first, detail::greater_or_former>;
  segmented_reduce<candidate>(policy, keys, n, candidates, output, greater{});
}

} // namespace thrustline
