// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "topology/flow/edge_boxes.hpp"
#include "topology/flow/plane.hpp"
#include <thrustline/detail/for_each_index.hpp>
#include <thrustline/detail/set_zeros.hpp>
#include <thrustline/detail/temporary.hpp>

namespace thrustline::flow {

/// Marks the first point of line l.
struct mark_start {
  const std::int64_t* offsets;
  std::uint8_t* starts;
  THRUSTLINE_HD void operator()(std::int64_t l) const {
    if (offsets[l] < offsets[l + 1])
      starts[offsets[l]] = 1;
  }
};

/// What the closure makes of the lines before it knows how many points they keep.
template <class Policy>
class prepared_lines {
public:
  prepared_lines(Policy const& policy, plane_lines const& lines)
      : lines_(lines), boxes_(policy, lines.count), starts_(policy, lines.count), in_rings_(policy, 1) {
    detail::set_zeros(policy, in_rings_.data(), 1);
  }

  /// Makes what needs no mask. This takes no memory, so side_work may do it.
  void make(Policy const& policy) const {
    make_edge_boxes(policy, lines_, boxes_);
    detail::set_zeros(policy, starts_.data(), lines_.count);
    detail::for_each_index(policy, lines_.lines, mark_start{lines_.offsets, starts_.data()});
  }

  plane_lines const& lines() const { return lines_; }
  edge_boxes edges() const { return {lines_.points, boxes_.tree()}; }
  /// 1 for the first point of each line.
  const std::uint8_t* starts() const { return starts_.data(); }
  /// The number of splits of small rings, 0 at first.
  std::int64_t* in_rings() const { return in_rings_.data(); }

private:
  plane_lines lines_;
  box_levels<edge_boxes::bits, Policy> boxes_;
  detail::temporary<std::uint8_t, Policy> starts_;
  detail::temporary<std::int64_t, Policy> in_rings_;
};

} // namespace thrustline::flow
