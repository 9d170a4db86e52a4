// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "cuda/bounded/box_tree.cuh"
#include "flow/check_values.hpp"
#include "fused_limits.hpp"

namespace thrustline::cuda {

/// The boxes of a call's points: made when the engine asks for them, or before the points are checked, as the pass that
/// makes them then checks them by the way.
template <class Policy, class Real, int D>
class boxes_of_call {
public:
  explicit boxes_of_call(Policy const& policy) : policy_(policy), invalid_(policy, 1) {}

  /// Makes them if these points will want them: if series fill engine `fused` on the average, and neither rings nor
  /// absent points make others of them. Returns what that pass has seen.
  flow::seen_points make_early(flow::batch<Real, D> const& lines, simplify_options const& options) {
    const bool bounded = options.engine() == engine::automatic || options.engine() == engine::bounded;
    if (!bounded || options.closed() || options.invalid() != invalid::reject ||
        lines.count / fused_points < lines.series || lines.series == 0)
      return {};
    detail::check_cuda(cudaMemsetAsync(invalid_.data(), 0, sizeof(unsigned), detail::stream_of(policy_)),
                       "cudaMemsetAsync");
    boxes_.emplace(policy_, lines.points, lines.count, false, flow::validity_by<Real, D>(options), invalid_.data());
    return {false, invalid_.data()};
  }

  /// Makes them if that was not done early.
  box_tree<Real, D> const& of(const point<Real, D>* points, std::int64_t count, bool skip,
                              flow::validity<Real, D> const& valid) {
    if (!boxes_)
      boxes_.emplace(policy_, points, count, skip, valid, nullptr);
    return boxes_->view();
  }

private:
  Policy policy_;
  detail::temporary<unsigned, Policy> invalid_;
  std::optional<boxed_points<Policy, Real, D>> boxes_;
};

} // namespace thrustline::cuda
