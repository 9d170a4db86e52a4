// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thrustline::cpu {

/// Size and alignment of a huge page on most systems. Arrays take up to one page more than they need.
inline constexpr std::size_t huge_page = std::size_t(1) << 21;

/// Allocates memory for a long array, and asks the system for huge pages: the system takes longer to enter 512 times as
/// many small pages in its tables than the program takes to write them. NumPy does the same. Where Linux ignores the
/// request, nothing fails.
inline void* allocate_huge_pages(std::size_t bytes) {
  const std::size_t whole_pages = (bytes + huge_page - 1) / huge_page * huge_page;
  void* const memory = ::operator new(whole_pages, std::align_val_t(huge_page));
#if defined(__linux__)
  madvise(memory, whole_pages, MADV_HUGEPAGE);
#endif
  return memory;
}

inline void free_huge_pages(void* memory) { ::operator delete(memory, std::align_val_t(huge_page)); }

} // namespace thrustline::cpu
