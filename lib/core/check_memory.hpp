// SPDX-License-Identifier: MIT
#pragma once

#include <new>
#include <stdexcept>

#include <thrustline/error.hpp>

namespace thrustline::detail {

/// Returns work(). Throws out_of_memory, named after the call, where host memory cannot be allocated.
template <class Work>
auto with_host_memory(const char* call, Work const& work) {
  try {
    return work();
  } catch (std::bad_alloc const&) { // std::bad_array_new_length, too
    throw out_of_memory(call);
  } catch (std::length_error const&) { // thrown by a container
    throw out_of_memory(call);
  }
}

} // namespace thrustline::detail
