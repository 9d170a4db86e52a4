// SPDX-License-Identifier: MIT
#include "host_policies.hpp"

#include "memory_battery.hpp"

using namespace thrustline::test;

#if defined(THRUSTLINE_TEST_ONE_POLICY)
#define POLICIES_WITH_ALLOCATOR full_policy
#elif defined(THRUSTLINE_TEST_TBB)
#define POLICIES_WITH_ALLOCATOR on_cpp_allocator, on_omp_allocator, on_tbb_allocator
#else
#define POLICIES_WITH_ALLOCATOR on_cpp_allocator, on_omp_allocator
#endif

TEST_CASE_TEMPLATE("a failed allocation throws and leaks nothing", On, POLICIES_WITH_ALLOCATOR) {
  run_failing_allocator_battery<On>();
}

TEST_CASE_TEMPLATE("storage per point is as documented", On, POLICIES_WITH_ALLOCATOR) { run_storage_battery<On>(); }

TEST_CASE("bad tolerances are rejected") { run_bad_tolerance_battery<full_policy>(); }
