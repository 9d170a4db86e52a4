// SPDX-License-Identifier: MIT
#pragma once

#include <iterator>

#include <thrustline/geometry/host_device.hpp>

/// Ends of the loops over the segments of a range: the range's end for the last segment, the next key for the others.
/// Treating the last segment separately saves each loop from testing both.
namespace thrustline::detail {

/// First item of the range's last segment that lies in the range.
template <class Keys, class Index>
THRUSTLINE_HD Index last_head(Keys keys, Index begin, Index end) {
  Index head = end - 1;
  while (head > begin && keys[head - 1] == keys[end - 1])
    --head;
  return head;
}

template <class Keys>
struct of_key {
  using key_type = typename std::iterator_traits<Keys>::value_type;
  Keys keys;
  key_type key;
  template <class Index>
  THRUSTLINE_HD bool operator()(Index i) const {
    return keys[i] == key;
  }
};

template <class Index>
struct before_end {
  Index end;
  THRUSTLINE_HD bool operator()(Index i) const { return i < end; }
};

} // namespace thrustline::detail
