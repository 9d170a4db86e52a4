// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "wkb/chunks.hpp"

namespace thrustline {

inline wkb_counts& operator+=(wkb_counts& sum, wkb_counts const& more) {
  sum.points += more.points;
  sum.lines += more.lines;
  sum.parts += more.parts;
  return sum;
}

namespace wkb {

/// Visitor that counts the lines of a chunk.
class line_counter {
public:
  explicit line_counter(wkb_counts& result) : result_(result) {}

  void begin_value(std::int64_t, value_bytes const&) {}
  void begin_part(part_bytes const&) { ++counts_.parts; }
  void line(line_bytes const& line) {
    ++counts_.lines;
    counts_.points += line.points;
  }
  void end_part() {}
  void end_value() {}
  void end_chunk() { result_ = counts_; }

private:
  wkb_counts& result_;
  wkb_counts counts_;
};

/// The counts of each chunk.
template <class Column>
std::vector<wkb_counts> count_lines(chunks<Column> const& parts, wkb_ordinates required) {
  std::vector<wkb_counts> counts(static_cast<std::size_t>(parts.count()));
  parts.walk(required, [&](std::int64_t chunk) { return line_counter(counts[static_cast<std::size_t>(chunk)]); });
  return counts;
}

} // namespace wkb
} // namespace thrustline
