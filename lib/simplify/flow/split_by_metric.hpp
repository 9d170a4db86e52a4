// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "core/flow/kept_lists.hpp"
#include "core/flow/task_list.hpp"
#include "core/flow/teams.hpp"
#include "simplify/flow/named_metric.hpp"
#include "simplify/flow/prepared.hpp"
#include "topology/flow/closure_work.hpp"
#include "topology/flow/node_splitter.hpp"
#include "topology/flow/split_chain.hpp"

/// The splits of the closure by the metric and the tolerance of a call.
namespace thrustline::flow {

template <class Real, class Metric = named_metric>
struct chain_splits {
  const point<Real, 2>* points;
  Metric metric;
  Real tolerance;
  std::uint8_t* keep;

  template <class Team>
  THRUSTLINE_HD chain_splitter<Team, Real, Metric> by(Team const& team) const {
    return {team, points, metric, tolerance, keep};
  }
};

/// Runs a task of the closure with these splits.
template <class Real>
struct run_closure_task {
  closure_work work;
  chain_splits<Real> splits;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::uint64_t word) const {
    work.run(team, listed_task(word), splits);
  }
};

/// Splits the node of a task if its chain has a number of edges that the team takes.
template <class Real>
struct run_split {
  closure_work work;
  chain_splits<Real> splits;
  std::int64_t least, most;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::uint64_t word) const {
    const std::int64_t n = listed_task(word).number();
    const std::int64_t edges = work.in.all.nodes[n].last - work.in.all.nodes[n].first;
    if (least <= edges && edges <= most)
      work.split_alone(team, n, splits);
  }
};

/// Compares the node of a task.
template <class Real>
struct run_comparison {
  closure_work work;
  chain_splits<Real> splits;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::uint64_t word) const {
    work.compare(team, listed_task(word).number(), splits);
  }
};

/// Splits those of 32 lines that are too small rings. Adds the number of splits, at most two for each.
template <class Real, class Metric>
struct split_rings {
  static constexpr std::int64_t together = 32;

  chain_splits<Real, Metric> splits;
  const std::int64_t* offsets;
  std::int64_t lines;
  std::int64_t* number;

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t group) const {
    constexpr std::int64_t few = 64;
    const std::int64_t first = group * together, left = lines - first;
    std::int64_t mine = 0;
    share_items(
        team, static_cast<int>(left < together ? left : together),
        [&](int l) { return offsets[first + l + 1] - offsets[first + l] <= few; },
        [&](auto const& by, int l) {
          const std::int64_t splits_of_line = split_small_ring(splits.by(by), offsets, first + l);
          mine += by.lane() == 0 ? splits_of_line : 0;
        });
    if (const std::int64_t all = team.sum(mine); team.lane() == 0 && all > 0)
      atomic_add(*number, all);
  }
};

/// Splits the nodes of a batch.
template <class Policy, class Real>
class split_by_metric final : public node_splitter {
public:
  split_by_metric(Policy const& policy, batch<Real, 2> const& lines, simplify_options const& options)
      : policy_(policy), lines_(lines), metric_(options.metric()), tolerance_(static_cast<Real>(options.tolerance())) {}

  void compare_added(closure_work const& work) const override {
    run_added<32>(policy_, work.in.tasks.of(closure_task::compare), run_comparison<Real>{work, splits(nullptr)});
  }

  void split_taken(closure_work const& work, std::uint8_t* keep) const override {
    constexpr std::int64_t few = 32;
    task_list const& tasks = work.in.tasks.of(closure_task::split);
    run_taken<8>(policy_, tasks, run_split<Real>{work, splits(keep), 0, few});
    run_taken<32>(policy_, tasks, run_split<Real>{work, splits(keep), few + 1, lines_.count});
  }

  void run(closure_work const& work, std::uint8_t* keep) const override {
    run_tasks(policy_, work.in.tasks.all, run_closure_task<Real>{work, splits(keep)});
  }

  void split_small_rings(std::uint8_t* keep, std::int64_t* number) const override {
    const auto split_by = [&](auto metric) {
      using rings = split_rings<Real, decltype(metric)>;
      for_each_team(policy_, (lines_.series + rings::together - 1) / rings::together,
                    rings{{lines_.points, metric, tolerance_, keep}, lines_.offsets, lines_.series, number});
    };
    if (metric_.name == metric::segment) // the default, for which a kernel of its own is worth its compile time
      split_by(segment_distance());
    else
      split_by(metric_);
  }

private:
  chain_splits<Real> splits(std::uint8_t* keep) const { return {lines_.points, metric_, tolerance_, keep}; }

  Policy policy_;
  batch<Real, 2> lines_;
  named_metric metric_;
  Real tolerance_;
};

} // namespace thrustline::flow
