// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/gpu/mailbox.cuh"
#include "simplify/flow/check_values.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/call_memory.cuh"
#include "simplify/gpu/outcomes.cuh"

namespace thrustline::gpu {

/// The boxes of a call's points and what else its kernels share: made when the engine asks for it, or before the points
/// are checked, as the pass that makes the boxes then checks them by the way.
template <class Policy, class Real, int D>
class boxes_of_call {
public:
  boxes_of_call(Policy const& policy, mailbox const& mail) : policy_(policy), mail_(mail) {}

  /// Makes them if these points will want them: if a series is too long for engine `fused`, and neither rings nor
  /// absent points make others of them. Returns what that pass sees, to be read when all is done. mask: null, or what
  /// it is to clear by the way, and to mark the ends in, if there is a single series.
  flow::seen_points make_early(flow::batch<Real, D> const& lines, simplify_options const& options,
                               const double* tolerances, std::uint8_t* mask) {
    const bool bounded = options.engine() == engine::automatic || options.engine() == engine::bounded;
    if (!bounded || options.closed() || options.invalid() != invalid::reject || lines.count <= fused_points)
      return {};
    if (lines.series == 1 && !tolerances) {
      longest_ = lines.count;
    } else {
      const std::int64_t longest = flow::survey_series(policy_, lines.count, lines.offsets, lines.series, tolerances);
      if (longest == flow::bad_series)
        return {};
      longest_ = longest;
    }
    if (longest_ <= fused_points)
      return {};
    refused_ = mail_.begin_call();
    boxing_chores also;
    also.refused = refused_;
    if (lines.series == 1 && mask) {
      also.offsets = lines.offsets;
      also.mask = mask;
    }
    make(lines.points, lines.count, false, flow::validity_by<Real, D>(options), also);
    return {false, also.refused, also.mask != nullptr};
  }

  /// The points of the longest series, if make_early() has found out, else 0.
  std::int64_t longest() const { return longest_; }

  /// Makes them if that was not done early.
  box_tree<Real, D> const& of(const point<Real, D>* points, std::int64_t count, bool skip,
                              flow::validity<Real, D> const& valid) {
    if (!boxes_)
      make(points, count, skip, valid, {});
    return boxes_->view();
  }

  /// The same once they are made, with levels enough for a warp that searches all points alone.
  box_tree<Real, D> const& for_warps(std::int64_t count) { return boxes_->view_for_warps(policy_, count); }

  /// Once the boxes are made, with zeros where it wants them.
  call_memory<Policy> const& memory() const { return *memory_; }

  /// Whether the input is to be refused, once all is done.
  bool refused() const { return mail_.is_told(refused_); }

  mailbox const& mail() const { return mail_; }

private:
  void make(const point<Real, D>* points, std::int64_t count, bool skip, flow::validity<Real, D> const& valid,
            boxing_chores also) {
    memory_.emplace(policy_, count, keep_outcome_of<point<Real, D>>::short_steps);
    also.zeros = memory_->zeros();
    boxes_.emplace(policy_, points, count, skip, valid, also);
  }

  Policy policy_;
  mailbox mail_;
  std::int64_t longest_ = 0;
  flow::refusal refused_;
  std::optional<call_memory<Policy>> memory_;
  std::optional<boxed_points<Policy, Real, D>> boxes_;
};

} // namespace thrustline::gpu
