// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>
#include <type_traits>

#include <thrust/iterator/transform_iterator.h>

#include <thrustline/geometry/host_device.hpp>

namespace thrustline::detail {

template <class T>
struct convert_to {
  template <class Value>
  THRUSTLINE_HD T operator()(Value const& value) const {
    return static_cast<T>(value);
  }
};

/// Values converted to T. CUB combines in the type that the operator returns for two values, which may be narrower.
template <class T, class Values>
auto values_as(Values values) {
  if constexpr (std::is_same_v<typename std::iterator_traits<Values>::value_type, T>)
    return values;
  else
    return thrust::make_transform_iterator(values, convert_to<T>{});
}

} // namespace thrustline::detail
