// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <thrustline/error.hpp>
#include <thrustline/executor.hpp>

/// Checks of a call's arguments. They throw invalid_argument.
namespace thrustline::detail {

inline void check(bool holds, std::string const& argument, std::string const& problem) {
  if (!holds)
    throw invalid_argument(argument, problem);
}

/// The same with problem(), which makes the message only if the check fails: for calls that last microseconds.
template <class Problem>
auto check(bool holds, std::string const& argument, Problem const& problem) -> decltype(problem(), void()) {
  if (!holds)
    throw invalid_argument(argument, problem());
}

inline void check_size(std::int64_t value, std::string const& argument) {
  check(value >= 0, argument, [&] { return "must be >= 0, is " + std::to_string(value); });
}

/// Throws if the array is null and `count` is not 0. items: what is counted, for the message.
inline void check_present(bool is_present, std::int64_t count, std::string const& array, const char* items = "values") {
  check(is_present || count == 0, array, [&] { return "null, but there are " + std::to_string(count) + " " + items; });
}

/// Largest number of elements of an array: the bytes of a few such arrays, with elements of 32 bytes, fit in 64 bits.
inline constexpr std::int64_t most_elements = std::int64_t(1) << 57;

/// Throws unless 0 <= value <= most_elements.
inline void check_count(std::int64_t value, std::string const& argument) {
  check_size(value, argument);
  check(value <= most_elements, argument,
        [&] { return "must be <= 2^57, so that bytes can be counted, is " + std::to_string(value); });
}

/// Throws unless value is an enumerator. last: the last one; the first is 0.
template <class Enum>
void check_enumerator(Enum value, Enum last, std::string const& argument) {
  const auto number = static_cast<std::int64_t>(value);
  const auto most = static_cast<std::int64_t>(last);
  check(number >= 0 && number <= most, argument,
        [&] { return "must be 0 to " + std::to_string(most) + ", is " + std::to_string(number); });
}

/// name: the argument that has the member `where`.
inline void check_where(executor const& on, memory where, std::string const& name) {
  if (where == memory::host)
    return;
  check_enumerator(where, memory::device, name + ".where");
  check(on.is_cuda(), name + ".where", "device memory was given to a CPU executor, " + on.name());
}

} // namespace thrustline::detail
