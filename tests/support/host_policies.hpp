// SPDX-License-Identifier: MIT
#pragma once

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>
#if defined(THRUSTLINE_TEST_TBB)
#include <thrust/system/tbb/execution_policy.h>
#endif

#include <type_traits>
#include <utility>
#include <vector>

#include "logging_allocator.hpp"

/// The execution policies of the host, each as a class with policy() and with arrays in the policy's memory.
namespace thrustline::test {

template <class T>
class host_array {
public:
  explicit host_array(std::vector<T> values) : values_(std::move(values)) {}
  T* data() { return values_.data(); }
  std::vector<T> host() const { return values_; }

private:
  std::vector<T> values_;
};

struct on_host_memory {
  template <class T>
  using array = host_array<T>;
};

struct on_seq : on_host_memory {
  static constexpr const char* name = "seq";
  auto policy() { return thrust::seq; }
};

struct on_omp : on_host_memory {
  static constexpr const char* name = "omp";
  auto policy() { return thrust::omp::par; }
};

/// A policy with an allocator, whose log shows at the end that the storage came from it and went back.
struct on_host_allocator : on_host_memory {
  allocation_log log;
  logging_allocator<host_heap> allocator{log};
};

struct on_cpp_allocator : on_host_allocator {
  static constexpr const char* name = "cpp with an allocator";
  auto policy() { return thrust::cpp::par(allocator); }
};

struct on_omp_allocator : on_host_allocator {
  static constexpr const char* name = "omp with an allocator";
  auto policy() { return thrust::omp::par(allocator); }
};

#if defined(THRUSTLINE_TEST_TBB)
struct on_tbb : on_host_memory {
  static constexpr const char* name = "tbb";
  auto policy() { return thrust::tbb::par; }
};

struct on_tbb_allocator : on_host_allocator {
  static constexpr const char* name = "tbb with an allocator";
  auto policy() { return thrust::tbb::par(allocator); }
};

#define THRUSTLINE_TBB_POLICIES , ::thrustline::test::on_tbb
#else
#define THRUSTLINE_TBB_POLICIES
#endif

/// The policy that runs a battery with all of its types. The others run it with one: their code does not depend on the
/// types.
using full_policy = on_omp_allocator;

template <class On>
constexpr bool is_full_policy = std::is_same_v<On, full_policy>;

#if defined(THRUSTLINE_TEST_ONE_POLICY)
#define THRUSTLINE_POLICIES ::thrustline::test::full_policy
#else
// Each more adds a seventh to the time that these tests take to compile. The tests of memory run cpp, whose policy
// thrust::host is; examples run thrust::host itself, and omp without an allocator.
#define THRUSTLINE_POLICIES ::thrustline::test::on_seq, ::thrustline::test::full_policy THRUSTLINE_TBB_POLICIES
#endif

} // namespace thrustline::test
