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

/// Splits those lines of a group that are too small rings: short ones of 32 consecutive lines, each by one thread of
/// the team, and long ones of 32 other lines, each by the team. Files often have rings in the order of their sizes: so
/// the threads have rings of about one size, and the teams long ones from everywhere.
template <class Real, class Metric>
struct split_rings {
  static constexpr std::int64_t together = 32;

  chain_splits<Real, Metric> splits;
  const std::int64_t* offsets;
  std::int64_t lines;
  mask_state mask;
  std::int64_t* number;

  THRUSTLINE_HD std::int64_t groups() const { return (lines + together - 1) / together; }

  template <class Team>
  THRUSTLINE_HD void operator()(Team const& team, std::int64_t group) const {
    if (!mask.is_complete())
      return;
    small_ring_counts mine{0, 0};
    const auto split = [&](auto const& by, std::int64_t l) {
      const small_ring_counts of_line = split_small_ring(splits.by(by), offsets, l);
      mine.splits += by.lane() == 0 ? of_line.splits : 0;
      mine.kept += by.lane() == 0 ? of_line.kept : 0;
    };
    for (std::int64_t i = team.lane(); i < together; i += Team::size)
      if (const std::int64_t l = group * together + i; l < lines && is_short(l))
        split(lone_thread{}, l);
    const auto other_line = [&](int i) { return group + i * groups(); };
    unsigned others = team.which(together, [&](int i) { return other_line(i) < lines && !is_short(other_line(i)); });
    for (; others != 0; others &= others - 1)
      split(team, other_line(lowest_bit(others)));
    const small_ring_counts all{team.sum(mine.splits), team.sum(mine.kept)};
    if (team.lane() == 0 && all.splits > 0) {
      atomic_add(*number, all.splits);
      if (mask.kept)
        atomic_add(*mask.kept, static_cast<unsigned long long>(all.kept));
    }
  }

private:
  THRUSTLINE_HD bool is_short(std::int64_t l) const {
    constexpr std::int64_t few = 64;
    return offsets[l + 1] - offsets[l] <= few;
  }
};

/// Splits the nodes of a batch.
template <class Policy, class Real>
class split_by_metric final : public node_splitter<Policy> {
public:
  split_by_metric(batch<Real, 2> const& lines, simplify_options const& options)
      : lines_(lines), metric_(options.metric()), tolerance_(static_cast<Real>(options.tolerance())) {}

  void compare_added(Policy const& policy, closure_work const& work) const override {
    run_added<32>(policy, work.in.tasks.of(closure_task::compare), run_comparison<Real>{work, splits(nullptr)});
  }

  void split_short(Policy const& policy, closure_work const& work, std::uint8_t* keep) const override {
    run_taken<8, 4>(policy, work.in.tasks.of(closure_task::split), run_split<Real>{work, splits(keep), 0, few});
  }

  void split_long(Policy const& policy, closure_work const& work, std::uint8_t* keep) const override {
    run_taken<32, 4>(policy, work.in.tasks.of(closure_task::split),
                     run_split<Real>{work, splits(keep), few + 1, lines_.count});
  }

  void run(Policy const& policy, closure_work const& work, std::uint8_t* keep) const override {
    run_tasks(policy, work.in.tasks.all, run_closure_task<Real>{work, splits(keep)});
  }

  void split_small_rings(Policy const& policy, mask_state const& mask, std::uint8_t* keep,
                         std::int64_t* number) const override {
    const auto split_by = [&](auto metric) {
      const split_rings<Real, decltype(metric)> rings{
          {lines_.points, metric, tolerance_, keep}, lines_.offsets, lines_.series, mask, number};
      for_each_team(policy, rings.groups(), rings);
    };
    if (metric_.name == metric::segment) // the default, for which a kernel of its own is worth its compile time
      split_by(segment_distance());
    else
      split_by(metric_);
  }

private:
  static constexpr std::int64_t few = 32; ///< edges of a short chain at most

  chain_splits<Real> splits(std::uint8_t* keep) const { return {lines_.points, metric_, tolerance_, keep}; }

  batch<Real, 2> lines_;
  named_metric metric_;
  Real tolerance_;
};

} // namespace thrustline::flow
