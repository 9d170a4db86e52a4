// SPDX-License-Identifier: MIT
#include "arrays.hpp"

#include <algorithm>

namespace thrustline::python {

memory memory_of(int device_type, const char* name) {
  switch (device_type) {
  case nb::device::cpu::value:
  case nb::device::cuda_host::value:
    return memory::host;
  case nb::device::cuda::value:
  case nb::device::cuda_managed::value:
    return memory::device;
  default:
    throw invalid_argument(name, "lies on a device of DLPack's type " + std::to_string(device_type) +
                                     ", which is neither the host nor CUDA");
  }
}

void check_memory(int device_type, memory where, const char* name) {
  if (memory_of(device_type, name) != where)
    throw invalid_argument(name, where == memory::host ? "must be in host memory" : "must be in device memory");
}

bool is_dense(const std::int64_t* shape, const std::int64_t* strides, std::size_t dimensions) {
  if (!strides || std::find(shape, shape + dimensions, 0) != shape + dimensions)
    return true; // strides of an array without elements mean nothing
  std::int64_t dense = 1;
  for (std::size_t k = dimensions; k-- > 0;) {
    if (shape[k] != 1 && strides[k] != dense)
      return false;
    dense *= shape[k];
  }
  return true;
}

void check_dense(array const& a, const char* name) {
  if (!is_dense(a.shape_ptr(), a.stride_ptr(), a.ndim()))
    throw invalid_argument(name, "must be dense, in C order");
}

void check_elements(std::size_t elements, std::int64_t count, const char* name) {
  if (static_cast<std::int64_t>(elements) != count)
    throw invalid_argument(name, "must have " + std::to_string(count) + " elements, has " + std::to_string(elements));
}

std::string shape_of(array const& a) {
  std::string text = "(";
  for (std::size_t k = 0; k < a.ndim(); ++k)
    text += (k ? ", " : "") + std::to_string(a.shape(k));
  return text + (a.ndim() == 1 ? ",)" : ")");
}

void refuse_type(nb::dlpack::dtype type, const char* name) {
  throw invalid_argument(name, "has elements of DLPack's type " + std::to_string(type.code) + " with " +
                                   std::to_string(type.bits) + " bits, which this call does not take");
}

} // namespace thrustline::python
