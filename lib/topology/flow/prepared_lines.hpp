// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/flow/kept_lists.hpp"
#include "core/flow/side_work.hpp"
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

/// What the closure makes of the lines before it knows how many points they keep. It is made beside the work of a
/// policy.
template <class Policy>
class prepared_lines {
public:
  using box_memory = box_levels<edge_boxes::bits, Policy>;

  /// boxes: null, or the memory of the boxes of edges, whose first level is made already.
  prepared_lines(Policy const& policy, plane_lines const& lines, std::unique_ptr<box_memory> boxes = nullptr)
      : lines_(lines), has_first_boxes_(boxes),
        boxes_(boxes ? std::move(boxes) : std::make_unique<box_memory>(policy, lines.count)),
        starts_(policy, lines.count), kept_(policy, lines.count), in_rings_(policy, 1),
        side_(policy, detail::urgency::patient) {
    detail::set_zeros(policy, in_rings_.data(), 1);
  }

  /// Lets what this makes from now on begin after all that the policy has been given.
  void fork() { side_.fork(); }
  /// Lets what the policy is given from now on begin after all that this makes.
  void join() { side_.join(); }
  /// The policy of the work beside it, in which callers may include work of their own. It may take no memory.
  Policy const& policy() const { return side_.policy(); }

  /// Makes what needs no mask.
  void make() const {
    if (!has_first_boxes_)
      make_first_edge_boxes(policy(), lines_, *boxes_);
    boxes_->make_above_first(policy());
    detail::set_zeros(policy(), starts_.data(), lines_.count);
    detail::for_each_index(policy(), lines_.lines, mark_start{lines_.offsets, starts_.data()});
  }

  /// Lists the points that the complete mask keeps.
  void list_kept(const std::uint8_t* keep) const { kept_.write(policy(), keep); }

  plane_lines const& lines() const { return lines_; }
  edge_boxes edges() const { return {lines_.points, boxes_->tree()}; }
  /// 1 for the first point of each line.
  const std::uint8_t* starts() const { return starts_.data(); }
  /// The points that the mask keeps.
  const std::int64_t* kept() const { return kept_.data(); }
  /// The number of splits of small rings, 0 at first.
  std::int64_t* in_rings() const { return in_rings_.data(); }

private:
  plane_lines lines_;
  bool has_first_boxes_;
  std::unique_ptr<box_memory> boxes_;
  detail::temporary<std::uint8_t, Policy> starts_;
  kept_indices<Policy> kept_;
  detail::temporary<std::int64_t, Policy> in_rings_;
  side_work<Policy> side_; // the last member: if an error ends the call, this waits before the memory above goes back
};

} // namespace thrustline::flow
