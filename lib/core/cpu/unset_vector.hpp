// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thrustline::cpu {

/// Allocator whose new elements keep what the memory holds, unless they are constructed from a value. Asks for huge
/// pages for long arrays: to map small ones takes a tenth of a call that walks such arrays a few times.
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

  T* allocate(std::size_t n) {
    if (!is_long(n))
      return std::allocator<T>::allocate(n);
    void* const data = ::operator new(n * sizeof(T), std::align_val_t(huge_page));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    madvise(data, n * sizeof(T), MADV_HUGEPAGE); // a wish: small pages do as well
#endif
    return static_cast<T*>(data);
  }
  void deallocate(T* data, std::size_t n) {
    if (is_long(n))
      ::operator delete(data, std::align_val_t(huge_page));
    else
      std::allocator<T>::deallocate(data, n);
  }

  template <class U>
  void construct(U* at) {
    ::new (static_cast<void*>(at)) U;
  }
  template <class U, class... Values>
  void construct(U* at, Values&&... values) {
    ::new (static_cast<void*>(at)) U(std::forward<Values>(values)...);
  }

private:
  static constexpr std::size_t huge_page = std::size_t(1) << 21;

  static bool is_long(std::size_t n) { return n >= 2 * huge_page / sizeof(T); }
};

/// For elements that are written before they are read: a page of a long vector is then touched once.
template <class T>
using unset_vector = std::vector<T, unset_allocator<T>>;

} // namespace thrustline::cpu
