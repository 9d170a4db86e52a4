// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "core/gpu/device_call.hpp"
#include "core/gpu/mailbox.hpp"
#include "simplify/flow/check_values.hpp"
#include "simplify/fused_limits.hpp"
#include "simplify/gpu/bounded/box_tree.cuh"
#include "simplify/gpu/bounded/call_memory.cuh"
#include "simplify/gpu/bounded/round_follower.hpp"
#include "simplify/gpu/fused/outcomes.cuh"

namespace thrustline::gpu {

/// A call of engine `bounded`: the boxes of its points, the memory that its kernels share, and what is known of its
/// input. The boxes are made when the engine asks for them, or before the input is checked: the pass that makes them
/// then checks the points as well.
template <class Real, int D>
class bounded_call {
public:
  using input = flow::call_input<Real, D>;

  bounded_call(device_policy const& policy, mailbox const& mail) : policy_(policy), mail_(mail) {}

  /// Makes the boxes if these points need them: a series is too long for engine `fused`, and no rings or absent points
  /// change what is boxed. mask: null, or the mask that this pass clears, and where it marks the ends of a
  /// single series. edges: null, or where this pass writes the boxes of edges. Returns the checks that are left.
  flow::unchecked begin(input const& given, std::uint8_t* mask, box<double, 2>* edges) {
    flow::batch<Real, D> const& lines = given.lines;
    const engine wanted = given.options.engine();
    const bool bounded = wanted == engine::automatic || wanted == engine::bounded;
    if (!bounded || given.options.invalid() != invalid::reject || lines.count <= fused_points || !survey(given))
      return flow::unchecked::all;
    rejection_ = mail_.begin_call();
    first_pass_work extras;
    extras.rejected = rejection_;
    extras.edges = edges;
    if (lines.series == 1 && mask) {
      extras.offsets = lines.offsets;
      extras.mask = mask;
      ends_marked_ = true;
    }
    make(lines.points, lines.count, false, flow::validity_by<Real, D>(given.options), extras);
    return flow::unchecked::none;
  }

  /// The points of the longest series, if begin() has found out.
  std::optional<std::int64_t> longest() const { return longest_; }

  /// Whether begin() has cleared the mask and marked the ends of the single series, its first and its last point.
  bool ends_marked() const { return ends_marked_; }

  /// Marks the ends of all series, unless begin() has done so.
  template <class Problem>
  void mark_ends(Problem& problem) const;

  /// The memory that the kernels share. Makes the boxes if begin() has not: their pass zeroes it.
  template <class Problem>
  call_memory<device_policy> const& memory_for(Problem const& problem) {
    if (!boxes_)
      make(problem.points, problem.count, problem.metric.skip, problem.metric.valid, {});
    return *memory_;
  }

  /// Whether the boxes are made.
  bool has_boxes() const { return boxes_.has_value(); }

  /// The boxes, once they are made.
  box_tree<Real, D> const& boxes() const { return boxes_->view(); }

  /// The boxes with enough levels for a warp that searches all points alone.
  box_tree<Real, D> const& boxes_for_warps(std::int64_t count) { return boxes_->view_for_warps(policy_, count); }

  /// Whether the input is bad, once the kernels that check it are done.
  bool rejected() const { return mail_.is_signalled(rejection_); }

  /// Lets work follow each round of the engine. What it adds to the mask is counted with the round.
  void set_follower(round_follower& work) { follower_ = &work; }

  /// Calls the follower, if there is one, once the kernels of a round have been given to the stream.
  template <class Problem>
  void follow_round(Problem const& problem) const {
    if (follower_)
      follower_->follow({&problem.state->spines.spines, problem.spines.room, &problem.state->kept});
  }

  device_policy const& policy() const { return policy_; }
  mailbox const& mail() const { return mail_; }

private:
  /// Finds the longest series. False if none is long, or if offsets or tolerances are bad.
  bool survey(input const& given) {
    flow::batch<Real, D> const& lines = given.lines;
    std::int64_t longest = lines.count;
    if (lines.series != 1 || given.tolerances)
      longest = flow::survey_series(policy_, {lines.offsets, lines.series, lines.count}, given.tolerances);
    if (longest != flow::bad_series)
      longest_ = longest;
    return longest_ && longest > fused_points;
  }

  void make(const point<Real, D>* points, std::int64_t count, bool skip, flow::validity<Real, D> const& valid,
            first_pass_work extras) {
    memory_.emplace(policy_, count, keep_outcome_of<point<Real, D>>::short_steps);
    extras.zeros = memory_->zeros();
    boxes_.emplace(policy_, points, count, skip, valid, extras);
  }

  device_policy policy_;
  mailbox mail_;
  std::optional<std::int64_t> longest_;
  rejection rejection_;
  bool ends_marked_ = false;
  round_follower* follower_ = nullptr;
  std::optional<call_memory<device_policy>> memory_;
  std::optional<boxed_points<device_policy, Real, D>> boxes_;
};

/// The ends of a single series whose offsets have not been checked: none if these are bad, which is signalled then.
template <class Write>
struct unchecked_ends {
  flow::is_bad_offset bad;
  rejection rejected;
  Write write;
  THRUSTLINE_HD void operator()(std::int64_t) const {
    if (bad(0) || bad(1)) {
      rejected.signal();
      write(0, 1, 0);
    } else {
      write(0, 0, bad.count - 1);
    }
  }
};

template <class Write>
void find_unchecked_ends(device_policy const& policy, unchecked_ends<Write> const& find) {
  detail::for_each_index(policy, std::int64_t(1), find);
}

template <class Real, int D>
template <class Problem>
void bounded_call<Real, D>::mark_ends(Problem& problem) const {
  if (ends_marked_)
    return;
  if (!rejection_ || problem.series != 1)
    return problem.mark_ends();
  const flow::is_bad_offset bad{problem.tolerance.offsets, 1, problem.count};
  problem.mark_ends_by([&](auto write) {
    find_unchecked_ends(policy_, unchecked_ends<decltype(write)>{bad, rejection_, write});
  });
}

} // namespace thrustline::gpu
