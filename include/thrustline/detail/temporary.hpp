// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <thrust/memory.h>

#include <thrustline/detail/backend.hpp>

namespace thrustline::detail {

/// Uninitialised temporary storage for n values of T from a policy's allocator. Memory of the host is aligned to 16
/// bytes; a type that needs more gets room for one more value.
template <class T, class Policy>
class temporary {
public:
  temporary(Policy const& policy, std::ptrdiff_t n) : policy_(policy) {
    if (n <= 0)
      return;
    const std::ptrdiff_t wanted = alignof(T) > alignof(std::max_align_t) ? n + 1 : n;
    auto [data, size] = thrust::get_temporary_buffer<T>(policy_, wanted);
    if (size < wanted)
      throw std::bad_alloc();
    given_ = thrust::raw_pointer_cast(data);
    size_ = size;
    const auto address = reinterpret_cast<std::uintptr_t>(given_);
    data_ = reinterpret_cast<T*>((address + alignof(T) - 1) / alignof(T) * alignof(T));
  }

  /// Ignores errors: while memory goes back CUDA can only report a failure of earlier work, which has been thrown
  /// already.
  ~temporary() {
    if (!given_)
      return;
    try {
      thrust::return_temporary_buffer(policy_, thrust::pointer<T, Policy>(given_), size_);
    } catch (...) {
    }
  }

  temporary(temporary const&) = delete;
  temporary& operator=(temporary const&) = delete;

  T* data() const { return data_; }

private:
  Policy policy_;
  T *given_ = nullptr, *data_ = nullptr;
  std::ptrdiff_t size_ = 0;
};

} // namespace thrustline::detail
