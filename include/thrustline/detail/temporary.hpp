// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <new>

#include <thrust/memory.h>

#include <thrustline/detail/backend.hpp>

namespace thrustline::detail {

/// Uninitialised temporary storage for n values of T from a policy's allocator.
template <class T, class Policy>
class temporary {
public:
  temporary(Policy const& policy, std::ptrdiff_t n) : policy_(policy) {
    if (n <= 0)
      return;
    auto [data, size] = thrust::get_temporary_buffer<T>(policy_, n);
    if (size < n)
      throw std::bad_alloc();
    data_ = thrust::raw_pointer_cast(data);
    size_ = size;
  }

  ~temporary() {
    if (data_)
      thrust::return_temporary_buffer(policy_, thrust::pointer<T, Policy>(data_), size_);
  }

  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;

  T* data() const { return data_; }

private:
  Policy policy_;
  T* data_ = nullptr;
  std::ptrdiff_t size_ = 0;
};

} // namespace thrustline::detail
