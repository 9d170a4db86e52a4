// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/check.hpp"

/// Checks of the places of a call's arrays.
namespace thrustline::detail {

/// An array that a call reads or writes.
struct array_extent {
  const char* name;
  std::uintptr_t begin = 0, end = 0; ///< equal if there is no array
  memory where = memory::host;

  /// Throws unless the array is aligned. count: elements that are used in any case.
  template <class T>
  array_extent(const char* argument, const T* values, std::int64_t count, memory where)
      : name(argument), begin(reinterpret_cast<std::uintptr_t>(values)),
        end(begin + (values && count > 0 ? static_cast<std::size_t>(count) * sizeof(T) : 0)), where(where) {
    if (begin % alignof(T) != 0)
      throw invalid_argument(name, "must be aligned to " + std::to_string(alignof(T)) + " bytes, is " +
                                       std::to_string(begin % alignof(T)) + " bytes off");
  }

  bool overlaps(array_extent const& other) const {
    return begin < other.end && other.begin < end && where == other.where;
  }
};

/// Number of elements, at most `most`, to check for overlap in an array whose length the result decides. capacity:
/// elements that fit; if below 0, none was given and only the first element is checked.
inline std::int64_t most_written(std::int64_t capacity, std::int64_t most) {
  return std::min(capacity < 0 ? 1 : capacity, most);
}

/// Throws if an output overlaps an input or another output.
template <std::size_t Inputs, std::size_t Outputs>
void check_apart(std::array<array_extent, Inputs> const& inputs, std::array<array_extent, Outputs> const& outputs) {
  const auto check_pair = [](array_extent const& output, array_extent const& other) {
    if (output.overlaps(other))
      throw invalid_argument(output.name, std::string("overlaps ") + other.name);
  };
  for (std::size_t k = 0; k < Outputs; ++k) {
    for (array_extent const& input : inputs)
      check_pair(outputs[k], input);
    for (std::size_t j = 0; j < k; ++j)
      check_pair(outputs[k], outputs[j]);
  }
}

} // namespace thrustline::detail
