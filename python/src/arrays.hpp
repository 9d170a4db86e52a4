// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <thrustline/error.hpp>
#include <thrustline/polylines.hpp>

/// Arrays of Python as views. The typed Python layer has checked and converted them; what is checked here keeps a wrong
/// call from reading or writing elsewhere.
namespace thrustline::python {

namespace nb = nanobind;

using array = nb::ndarray<nb::ro>;  ///< an array that is read
using output_array = nb::ndarray<>; ///< an array that is written

/// Where the array lies: host memory, or memory of a CUDA device.
memory memory_of(int device_type, const char* name);

/// Whether an array is dense, in C order.
bool is_dense(const std::int64_t* shape, const std::int64_t* strides, std::size_t dimensions);

/// Throws invalid_argument unless the array is dense.
void check_dense(array const& a, const char* name);

/// Throws invalid_argument unless the array lies in `where`.
void check_memory(int device_type, memory where, const char* name);

/// Throws invalid_argument unless the array has `count` elements.
void check_elements(std::size_t elements, std::int64_t count, const char* name);

/// Text of the array's shape, as Python writes it.
std::string shape_of(array const& a);

[[noreturn]] void refuse_type(nb::dlpack::dtype type, const char* name);

/// Whether the elements are of type T. A mask of bool is one of uint8_t.
template <class T>
bool has_type(nb::dlpack::dtype type) {
  return type == nb::dtype<T>() || (std::is_same_v<T, std::uint8_t> && type == nb::dtype<bool>());
}

/// The `count` elements of a dense array in `where`; null if there is no array.
template <class T>
const T* elements_of(array const& a, memory where, std::int64_t count, const char* name) {
  if (!a.is_valid())
    return nullptr;
  check_memory(a.device_type(), where, name);
  if (!has_type<T>(a.dtype()))
    refuse_type(a.dtype(), name);
  check_dense(a, name);
  check_elements(a.size(), count, name);
  return static_cast<const T*>(a.data());
}

template <class T>
T* elements_of(output_array const& a, memory where, std::int64_t count, const char* name) {
  return const_cast<T*>(elements_of<T>(array(a), where, count, name));
}

/// Number of elements, 0 if there is no array.
inline std::int64_t size_of(output_array const& a) { return a.is_valid() ? static_cast<std::int64_t>(a.size()) : 0; }

} // namespace thrustline::python
