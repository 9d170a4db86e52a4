// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <thrustline/detail/backend.hpp>

#include "random_numbers.hpp"

/// Shared parts of the batteries of primitives. Each battery is one header, run over the host's policies by a .cpp and
/// over the device's by a .cu.
namespace thrustline::test {

/// Values in the memory of a policy.
template <class On, class T>
typename On::template array<T> given(On const&, std::vector<T> const& values) {
  return typename On::template array<T>(values);
}

/// An array of n values in the memory of a policy, and a guard value behind it.
template <class On, class T>
class room {
  static_assert(std::is_trivially_copyable_v<T>);

public:
  explicit room(std::int64_t n) : array_(untouched(n + 1)) {}

  T* data() { return array_.data(); }

  /// The values, once all work is done.
  std::vector<T> host() const {
    std::vector<T> values = array_.host();
    const std::vector<T> guard = untouched(1);
    CHECK(std::memcmp(&values.back(), guard.data(), sizeof(T)) == 0);
    values.pop_back();
    return values;
  }

private:
  static std::vector<T> untouched(std::int64_t n) {
    std::vector<T> values(static_cast<std::size_t>(n));
    std::memset(static_cast<void*>(values.data()), 0x5b, values.size() * sizeof(T));
    return values;
  }

  typename On::template array<T> array_;
};

template <class T, class On>
room<On, T> room_for(On const&, std::int64_t n) {
  return room<On, T>(n);
}

/// Where two arrays differ first; empty if nowhere. For CHECK(first_difference(a, b) == "").
template <class T>
std::string first_difference(std::vector<T> const& got, std::vector<T> const& expected) {
  if (got.size() != expected.size())
    return std::to_string(got.size()) + " values, expected " + std::to_string(expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    if (!(got[i] == expected[i]))
      return "value " + std::to_string(i) + " of " + std::to_string(got.size()) + " is wrong";
  return {};
}

template <class T>
std::vector<T> random_values(std::int64_t n, std::int64_t below, std::uint64_t seed) {
  random_numbers numbers(seed);
  std::vector<T> values(static_cast<std::size_t>(n));
  for (T& value : values)
    value = static_cast<T>(numbers.below(below));
  return values;
}

/// Checks that a policy's storage came from its allocator and went back. Serial loops may need none.
template <class On>
void check_storage(On&, ...) {}

template <class On>
auto check_storage(On& on, int) -> decltype(on.log.made, void()) {
  using backend = thrustline::detail::backend_t<decltype(on.policy())>;
  if (!std::is_same_v<backend, thrustline::detail::serial_backend>)
    CHECK(on.log.made > 0);
  CHECK(on.log.live_bytes == 0);
  CHECK_FALSE(on.log.wrong_return);
}

} // namespace thrustline::test
