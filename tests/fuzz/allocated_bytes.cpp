// SPDX-License-Identifier: MIT
#include "allocated_bytes.hpp"

#include <cstddef>

#include <sanitizer/allocator_interface.h>

#include "require.hpp"

namespace thrustline::fuzz {
namespace {

std::int64_t total = 0;

void add_block(const volatile void*, std::size_t size) { total += static_cast<std::int64_t>(size); }

void ignore_block(const volatile void*) {}

const bool installed = __sanitizer_install_malloc_and_free_hooks(add_block, ignore_block) != 0;

} // namespace

std::int64_t allocated_bytes() {
  require(installed, "the sanitizer counts allocations");
  return total;
}

} // namespace thrustline::fuzz
