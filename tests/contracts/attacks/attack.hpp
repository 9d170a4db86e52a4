// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "check_refused.hpp"
#include "executors.hpp"

/// Calls with one bad argument each.
namespace thrustline::test {

/// A call that is to be refused for an argument, with a word in the message.
struct attack {
  std::string argument, word;
  std::function<void(executor const& on)> call;
};

/// Checks that every executor refuses every call.
inline void check_attacks(std::vector<attack> const& attacks) {
  for (executor const& on : executors())
    for (std::size_t i = 0; i < attacks.size(); ++i) {
      INFO("attack ", i, " on ", attacks[i].argument, ", ", on.name());
      check_refused([&] { attacks[i].call(on); }, attacks[i].argument, attacks[i].word);
    }
}

inline constexpr std::int64_t huge = std::int64_t(1) << 60;
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinite = std::numeric_limits<double>::infinity();

/// A pointer one byte behind the array's begin.
template <class T>
T* misaligned(T* values) {
  return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(values) + 1);
}

} // namespace thrustline::test
