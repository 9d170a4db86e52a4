// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// The contract of primitives/segmented_layout.hpp as a check. An empty answer means that nothing is wrong.
namespace thrustline::test {

namespace detail {

inline std::string layout_text(const char* form, std::size_t at, const char* breach) {
  return std::string(form) + "[" + std::to_string(at) + "] " + breach;
}

template <class Offset>
std::string offsets_problem(std::vector<Offset> const& offsets, std::size_t items) {
  if (offsets.empty())
    return "offsets has no value, needs 1 more than segments";
  if (offsets.front() != 0)
    return layout_text("offsets", 0, "is not 0");
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    if (offsets[s + 1] < offsets[s])
      return layout_text("offsets", s + 1, "decreases");
  if (offsets.back() != static_cast<Offset>(items))
    return layout_text("offsets", offsets.size() - 1, "is not the number of items");
  return {};
}

template <class Key>
std::string keys_problem(std::vector<Key> const& keys) {
  if (!keys.empty() && keys[0] != 0)
    return layout_text("keys", 0, "is not 0");
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i] != keys[i - 1] && keys[i] != keys[i - 1] + 1)
      return layout_text("keys", i, "is neither the key before nor 1 more");
  return {};
}

} // namespace detail

/// Keys and offsets of segments that may be empty: each item's key names the segment that holds it.
template <class Key, class Offset>
std::string ragged_layout_problem(std::vector<Key> const& keys, std::vector<Offset> const& offsets) {
  if (std::string wrong = detail::offsets_problem(offsets, keys.size()); !wrong.empty())
    return wrong;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::int64_t s = static_cast<std::int64_t>(keys[i]), item = static_cast<std::int64_t>(i);
    if (s < 0 || s + 1 >= static_cast<std::int64_t>(offsets.size()))
      return detail::layout_text("keys", i, "is no segment's index");
    if (item < offsets[s] || item >= offsets[s + 1])
      return detail::layout_text("keys", i, "names a segment without this item");
  }
  return {};
}

/// Head flags, keys and offsets of one layout without empty segments: each obeys its invariants, and all three agree.
template <class Flag, class Key, class Offset>
std::string layout_problem(std::vector<Flag> const& flags, std::vector<Key> const& keys,
                           std::vector<Offset> const& offsets) {
  if (flags.size() != keys.size())
    return "head flags and keys differ in number";
  if (std::string wrong = detail::keys_problem(keys); !wrong.empty())
    return wrong;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (flags[i] != 0 && flags[i] != 1)
      return detail::layout_text("head_flags", i, "is neither 0 nor 1");
    if ((flags[i] == 1) != (i == 0 || keys[i] != keys[i - 1]))
      return detail::layout_text("head_flags", i, "does not agree with the keys");
  }
  const std::size_t segments = keys.empty() ? 0 : static_cast<std::size_t>(keys.back()) + 1;
  if (offsets.size() != segments + 1)
    return "offsets has " + std::to_string(offsets.size()) + " values for " + std::to_string(segments) + " segments";
  return ragged_layout_problem(keys, offsets);
}

} // namespace thrustline::test
