// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <thrustline/geometry/host_device.hpp>

/// The first kept points of a ring and its last one: all that finishing a ring looks at.
namespace thrustline::flow {

/// The first kept points of a ring, at most `most`, and its last one. The closing point does not count.
struct kept_ends {
  static constexpr int most = 4;

  int count = 0;
  std::int64_t first[most + 1] = {}; ///< the first `count` ones, and one that does not count
  std::int64_t last = 0;             ///< the last of all, unless there is none
};

/// Finds the ends in a mask: on cores, where most rings keep points near their ends, this reads little.
struct kept_ends_in_mask {
  const std::uint8_t* mask;

  /// Returns the kept ends of a ring with the points [begin, end).
  kept_ends operator()(std::int64_t, std::int64_t begin, std::int64_t end) const {
    kept_ends ends;
    for (std::int64_t i = begin; i < end && ends.count < kept_ends::most; ++i) {
      ends.first[ends.count] = i; // to be overwritten if it is not kept: no branch to predict
      ends.count += mask[i] != 0;
    }
    ends.last = end - 1;
    while (ends.count > 0 && !mask[ends.last])
      --ends.last;
    return ends;
  }
};

/// Finds the ends in a list of all kept points: on a device one thread would take long for the mask of a long ring.
struct kept_ends_in_list {
  const std::int64_t* kept;
  const std::int64_t* kept_offsets;

  /// Returns the kept ends of ring s. closing: its closing point if it has one.
  THRUSTLINE_HD kept_ends operator()(std::int64_t s, std::int64_t, std::int64_t closing) const {
    const std::int64_t begin = kept_offsets[s];
    std::int64_t end = kept_offsets[s + 1];
    if (begin < end && kept[end - 1] == closing)
      --end;
    kept_ends ends;
    for (; ends.count < kept_ends::most && begin + ends.count < end; ++ends.count)
      ends.first[ends.count] = kept[begin + ends.count];
    if (ends.count > 0)
      ends.last = kept[end - 1];
    return ends;
  }
};

} // namespace thrustline::flow
