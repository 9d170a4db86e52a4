// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "topology/cpu/plane.hpp"

namespace thrustline::cpu {

/// Node with its first point.
struct listed_node {
  plane_point start;
  std::int64_t line, node;
};

/// Sorts nodes along a space-filling curve (Morton 1966) through their first points, so that near ones are near each
/// other, and those with the same first point are neighbours, in order of their lines and numbers.
///
/// Radix sort by codes of 16 bits a coordinate. Nodes of the same code are sorted by codes in their own box, and so on.
class place_order {
public:
  explicit place_order(std::vector<listed_node>& nodes) : from_(nodes), to_(nodes.size()), codes_(nodes.size()) {
    sort(0, nodes.size());
  }

private:
  struct coded {
    std::uint32_t code, at; ///< at: counted from the first of those that are sorted
  };
  static constexpr std::size_t few = 32; ///< nodes that are sorted by comparison
  static constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max(); ///< more are, too

  static bool before(listed_node const& a, listed_node const& b) {
    if (const int order = compare(a.start, b.start); order != 0)
      return order < 0;
    return a.line != b.line ? a.line < b.line : a.node < b.node;
  }

  void sort(std::size_t begin, std::size_t end) {
    plane_box around = empty_box();
    for (std::size_t k = begin; k < end; ++k)
      enclose(around, from_[k].start);
    const double extent = std::max(around.high[0] - around.low[0], around.high[1] - around.low[1]);
    constexpr double least_extent = 1e-290; // so that the scale is finite
    if (end - begin <= few || !(extent > least_extent) || end - begin > most)
      return std::sort(from_.begin() + static_cast<std::ptrdiff_t>(begin),
                       from_.begin() + static_cast<std::ptrdiff_t>(end), before);
    const double scale = 65535 / extent;
    for (std::size_t k = begin; k < end; ++k) {
      plane_point const& p = from_[k].start;
      codes_[k] = {spread(static_cast<std::uint32_t>((p[0] - around.low[0]) * scale)) |
                       spread(static_cast<std::uint32_t>((p[1] - around.low[1]) * scale)) << 1,
                   static_cast<std::uint32_t>(k - begin)};
    }
    sort_codes(begin, end);
    for (std::size_t k = begin; k < end; ++k)
      to_[k] = from_[begin + codes_[k].at];
    std::copy_n(to_.begin() + static_cast<std::ptrdiff_t>(begin), end - begin,
                from_.begin() + static_cast<std::ptrdiff_t>(begin));
    sort_equal_codes(begin, end);
  }

  /// Sorts each run of equal codes. It is shorter than the whole: the least and the greatest coordinate differ in code.
  void sort_equal_codes(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> runs; // first and last of each: deeper calls overwrite the codes
    for (std::size_t k = begin, next; k < end; k = next) {
      for (next = k + 1; next < end && codes_[next].code == codes_[k].code;)
        ++next;
      if (next - k > few)
        runs.insert(runs.end(), {k, next});
      else if (next - k > 1)
        std::sort(from_.begin() + static_cast<std::ptrdiff_t>(k), from_.begin() + static_cast<std::ptrdiff_t>(next),
                  before);
    }
    for (std::size_t r = 0; r < runs.size(); r += 2)
      sort(runs[r], runs[r + 1]);
  }

  void sort_codes(std::size_t begin, std::size_t end) {
    constexpr int bits = 11, digits = 1 << bits;
    others_.resize(end - begin);
    coded *from = codes_.data() + begin, *to = others_.data();
    for (int shift = 0; shift < 32; shift += bits) {
      std::array<std::size_t, digits> next{};
      const auto digit = [&](coded const& c) { return c.code >> shift & (digits - 1); };
      for (std::size_t k = 0; k < end - begin; ++k)
        ++next[digit(from[k])];
      std::size_t sum = 0;
      for (std::size_t& n : next)
        sum += std::exchange(n, sum);
      for (std::size_t k = 0; k < end - begin; ++k)
        to[next[digit(from[k])]++] = from[k];
      std::swap(from, to);
    }
    std::copy_n(others_.data(), end - begin, codes_.data() + begin); // after three passes
  }

  /// Every second bit of the result.
  static std::uint32_t spread(std::uint32_t v) {
    v = (v | v << 8) & 0x00ff00ff;
    v = (v | v << 4) & 0x0f0f0f0f;
    v = (v | v << 2) & 0x33333333;
    return (v | v << 1) & 0x55555555;
  }

  std::vector<listed_node>& from_;
  std::vector<listed_node> to_;
  std::vector<coded> codes_, others_;
};

} // namespace thrustline::cpu
