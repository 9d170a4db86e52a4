// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thrustline::cpu {

/// Size and alignment of a huge page on most systems. Others lose nothing but a few unused bytes.
inline constexpr std::size_t huge_page = std::size_t(1) << 21;

/// Allocates memory for a long array, and asks the system for huge pages: to enter 512 times as many small ones in its
/// tables takes longer than to write them. NumPy does the same. Linux may be set to ignore it, which is no error.
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
