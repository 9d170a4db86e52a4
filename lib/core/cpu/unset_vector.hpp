// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace thrustline::cpu {

/// Allocator whose new elements keep what the memory holds, unless they are constructed from a value.
template <class T>
class unset_allocator : public std::allocator<T> {
public:
  template <class U>
  struct rebind {
    using other = unset_allocator<U>;
  };

  unset_allocator() = default;
  template <class U>
  unset_allocator(unset_allocator<U> const&) {}

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Values>
  void construct(U* at, Values&&... values) {
    ::new (static_cast<void*>(at)) U(std::forward<Values>(values)...);
  }
};

/// For elements that are written before they are read: a page of a long vector is then touched once.
template <class T>
using unset_vector = std::vector<T, unset_allocator<T>>;

} // namespace thrustline::cpu
