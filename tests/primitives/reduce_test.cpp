// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <cstdint>
#include <vector>

#include <thrustline/detail/temporary.hpp>

#include "reduce_battery.hpp"

namespace {

struct to_int {
  int operator()(double x) const { return static_cast<int>(x); }
};

struct alignas(64) wide_number {
  double x;
};

} // namespace

TEST_CASE_TEMPLATE("segmented reductions and arg-max equal loops", On, THRUSTLINE_POLICIES) {
  thrustline::test::run_reduce_battery<On>();
}

TEST_CASE_TEMPLATE("a segment of several chunks is summed in the type of the sums, and written once", On,
                   THRUSTLINE_POLICIES) {
  constexpr std::int32_t n = 60000;
  std::vector<double> values(n, 0.0);
  values[10000] = values[30000] = 0.5; // halves of a whole number in two chunks
  On on;
  auto input = thrustline::test::given(on, values);
  auto sums = thrustline::test::room_for<int>(on, 1);
  const auto keys = thrust::make_constant_iterator(std::int32_t(0));
  const auto only_written = thrust::make_transform_output_iterator(sums.data(), to_int{});
  thrustline::segmented_reduce<double>(on.policy(), keys, n, input.data(), only_written, thrust::plus<double>{});
  CHECK(sums.host()[0] == 1);
}

TEST_CASE_TEMPLATE("temporary storage is aligned as its type wants", On, THRUSTLINE_POLICIES) {
  On on;
  const auto policy = on.policy();
  for (int n = 1; n < 20; ++n) {
    const thrustline::detail::temporary<wide_number, std::decay_t<decltype(policy)>> numbers(policy, n);
    CHECK(reinterpret_cast<std::uintptr_t>(numbers.data()) % alignof(wide_number) == 0);
  }
}
