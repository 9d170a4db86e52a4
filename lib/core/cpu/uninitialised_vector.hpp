// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace thrustline::cpu {

/// Allocator whose new elements keep what the memory holds, unless they are constructed from a value.
template <class T>
class uninitialised_allocator : public std::allocator<T> {
public:
  template <class U>
  struct rebind {
    using other = uninitialised_allocator<U>;
  };

  uninitialised_allocator() = default;
  template <class U>
  uninitialised_allocator(uninitialised_allocator<U> const&) {}

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
using uninitialised_vector = std::vector<T, uninitialised_allocator<T>>;

} // namespace thrustline::cpu
