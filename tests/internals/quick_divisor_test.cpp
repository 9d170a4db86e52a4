// SPDX-License-Identifier: MIT
#include "columns/gpu/quick_divisor.hpp"

#include <cstdint>
#include <initializer_list>
#include <limits>

#include <doctest/doctest.h>

#include "random_numbers.hpp"

using namespace thrustline;
using namespace thrustline::test;

namespace {

constexpr std::uint32_t largest = std::numeric_limits<std::int32_t>::max();

void check(std::uint32_t n, std::uint32_t divisor) {
  CAPTURE(n);
  CAPTURE(divisor);
  CHECK(gpu::quick_divisor(divisor).quotient(n) == n / divisor);
}

} // namespace

TEST_CASE("quick_divisor gives the quotients of a division") {
  random_numbers numbers(1);
  for (std::uint32_t divisor :
       {1u, 2u, 3u, 5u, 7u, 78u, 1u << 16, (1u << 16) + 1, (1u << 30) + 1, largest - 1, largest})
    for (std::uint32_t n : {0u, 1u, divisor - 1, divisor, largest / divisor * divisor - 1, largest - 1, largest})
      check(n, divisor);
  for (int k = 0; k < 20000; ++k) {
    const auto bits = numbers.below(31);
    check(static_cast<std::uint32_t>(numbers.below(largest)),
          static_cast<std::uint32_t>(1 + numbers.below(std::int64_t{1} << bits)));
  }
}
