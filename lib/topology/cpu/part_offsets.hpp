// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topology/cpu/each_part.hpp"

namespace thrustline::cpu {

/// Offsets of the results of each part of [0, count). Every part states beforehand how many results it writes.
class part_offsets {
public:
  /// count_of(begin, end): the number of results of a part.
  template <class CountOf>
  part_offsets(int threads, std::int64_t count, std::int64_t part, CountOf const& count_of)
      : part_(part), begins_(static_cast<std::size_t>((count + part - 1) / part) + 1) {
    for_each_part(threads, count, part, [&](std::int64_t begin, std::int64_t end, int) {
      begins_[static_cast<std::size_t>(begin / part) + 1] = count_of(begin, end);
    });
    for (std::size_t k = 1; k < begins_.size(); ++k)
      begins_[k] += begins_[k - 1];
  }

  std::int64_t total() const { return begins_.back(); }

  /// First result of the part that begins there.
  std::int64_t at(std::int64_t begin) const { return begins_[static_cast<std::size_t>(begin / part_)]; }

private:
  std::int64_t part_;
  std::vector<std::int64_t> begins_;
};

} // namespace thrustline::cpu
