// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/cpu/huge_pages.hpp"

namespace thrustline::cpu {

/// Allocator whose new elements keep what the memory holds, even those with default values, unless they are constructed
/// from a value. Long arrays lie in huge pages.
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

  T* allocate(std::size_t count) {
    return is_long(count) ? static_cast<T*>(allocate_huge_pages(count * sizeof(T)))
                          : std::allocator<T>::allocate(count);
  }
  void deallocate(T* memory, std::size_t count) {
    if (is_long(count))
      free_huge_pages(memory);
    else
      std::allocator<T>::deallocate(memory, count);
  }

  /// Does nothing: running the initialisers of members would write each element once more.
  template <class U>
  void construct(U*) {
    static_assert(std::is_trivially_copyable_v<U> && std::is_trivially_destructible_v<U>);
  }
  template <class U, class... Values>
  void construct(U* at, Values&&... values) {
    ::new (static_cast<void*>(at)) U(std::forward<Values>(values)...);
  }

private:
  static bool is_long(std::size_t count) { return count >= 2 * huge_page / sizeof(T); }
};

/// For elements that are written before they are read: a page of a long vector is then touched once. Room that is
/// reserved takes no memory until elements are written there.
template <class T>
using uninitialised_vector = std::vector<T, uninitialised_allocator<T>>;

} // namespace thrustline::cpu
