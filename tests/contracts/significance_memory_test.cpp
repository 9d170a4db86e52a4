// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include <doctest/doctest.h>

#include <thrustline/significance.hpp>

#include "generators.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

std::atomic<std::size_t> largest{0};

void* allocate(std::size_t bytes) {
  for (std::size_t before = largest; before < bytes && !largest.compare_exchange_weak(before, bytes);) {
  }
  return std::malloc(std::max<std::size_t>(bytes, 1));
}

} // namespace

void* operator new(std::size_t bytes) {
  void* const block = allocate(bytes);
  return block ? block : throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

TEST_CASE_TEMPLATE("selecting by count allocates no block beyond the values", Real, float, double) {
  constexpr std::int64_t n = 70000; // not much more than a power of two
  const std::vector<Real> points = make<Real, 2>("walk", n, 91);
  std::vector<std::uint8_t> mask(n);
  for (int threads : {1, 2}) {
    const executor on = executor::cpu(threads);
    largest = 0;
    const auto report =
        simplify_to_count(on, polyline<Real, 2>(points.data(), n), simplify_options{}.tolerance(0), 1000, mask.data());
    CHECK(report.kept == 1000);
    CHECK(largest.load() == n * sizeof(Real));
  }
}
