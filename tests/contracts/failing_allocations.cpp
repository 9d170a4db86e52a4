// SPDX-License-Identifier: MIT
#include "failing_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

// Allocations before the one that fails; negative: none fails.
std::atomic<std::int64_t> left{-1};
std::atomic<bool> failed{false};

bool this_one_fails() {
  if (left.load(std::memory_order_relaxed) < 0 || left.fetch_sub(1) != 0)
    return false;
  failed = true;
  return true;
}

} // namespace

void thrustline::test::fail_allocation(std::int64_t n) {
  failed = false;
  left = n;
}

bool thrustline::test::allocations_succeed() {
  left = -1;
  return failed;
}

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
// The sanitizer owns malloc.
static void* allocate(std::size_t bytes) { return std::malloc(bytes); }
static void* allocate(std::size_t bytes, std::size_t alignment) {
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
#else
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_memalign(std::size_t, std::size_t);

extern "C" void* malloc(std::size_t bytes) {
  return bytes >= 4096 && this_one_fails() ? nullptr : __libc_malloc(bytes);
}

static void* allocate(std::size_t bytes) { return __libc_malloc(bytes); }
static void* allocate(std::size_t bytes, std::size_t alignment) { return __libc_memalign(alignment, bytes); }
#endif

void* operator new(std::size_t bytes) {
  void* const block = this_one_fails() ? nullptr : allocate(bytes ? bytes : 1);
  return block ? block : throw std::bad_alloc();
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  void* const block = this_one_fails() ? nullptr : allocate(bytes ? bytes : 1, static_cast<std::size_t>(alignment));
  return block ? block : throw std::bad_alloc();
}

void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return operator new(bytes, alignment); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
